# Что Telegram показывает о боте и его командах.

profile-description =
    Создаю картинки, видео и музыку по вашим словам и фото. Напишите, что создать. Цену видно заранее, а платите вы только за результат.

    Нажмите «Старт» и попробуйте.
profile-short-description = Картинки, видео и музыка по вашим словам и фото.

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
profile-command-promo = Ввести промокод
profile-command-settings = Настройки
profile-command-language = Язык
profile-command-help = Помощь с примерами
profile-command-cancel = Отменить начатое
profile-command-support = Написать в поддержку
profile-command-paysupport = Вопросы об оплате
profile-command-terms = Условия
profile-command-privacy = Что мы о вас храним
