# Что Telegram показывает о боте и его командах.

profile-description =
    Бот для картинок, видео и звука: напишите, что вам хочется создать, и выберите, что из этого сделать.

    Цену видно заранее. Нажмите «Старт», чтобы осмотреться.
profile-short-description = Картинки, видео и звук по вашим словам и фото.

profile-command-start = Начать сначала
profile-command-menu = Главное меню
profile-command-models = Все модели
profile-command-best = Лучшие модели
profile-command-search = Найти модель
profile-command-balance = Баланс
profile-command-topup = Пополнить баланс
profile-command-subscribe = Подписки со скидкой
profile-command-history = Что вы создали
profile-command-free = Что можно бесплатно
profile-command-invite = Пригласить друга
profile-command-settings = Настройки
profile-command-language = Язык
profile-command-help = Помощь
profile-command-cancel = Отменить начатое
profile-command-support = Написать в поддержку
profile-command-paysupport = Вопросы об оплате
profile-command-terms = Условия
profile-command-privacy = Что мы о вас храним
