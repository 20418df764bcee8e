# Главное меню, его разделы и кнопки.

menu-hello =
    Здравствуйте, <b>{ $name }</b>!

    Я делаю картинки, видео и музыку по вашим словам и фото. Цена видна заранее, платите только за результат.

    Просто напишите, что создать, или выберите раздел.
menu-hello-stranger =
    Здравствуйте!

    Я делаю картинки, видео и музыку по вашим словам и фото. Цена видна заранее, платите только за результат.

    Просто напишите, что создать, или выберите раздел.
menu-gift = 🎁 На балансе уже подарок на первые пробы: <b>{ $amount }</b>.
menu-home =
    <b>Главное меню</b>

    Напишите, что создать, или выберите раздел.
menu-cancelled = Хорошо, отменил. Что создадим?
menu-nothing-to-cancel = Отменять нечего: сейчас ничего не начато.

menu-button-image = 🎨 Создать изображение
menu-button-video = 🎬 Создать видео
menu-button-sound = 🎵 Звук и музыка
menu-button-tools = 🛠 Инструменты
menu-button-balance = 💰 Баланс
menu-button-history = 🕘 История
menu-button-free = 🎁 Бесплатно
menu-button-help = ❓ Помощь
menu-button-home = Меню
menu-button-back = ‹ Назад

menu-wish-mark = ✨
menu-wish-first = Рыжий кот в скафандре
menu-wish-second = Домик у моря на закате
menu-wish-third = Неоновый город под дождём

menu-zone-moscow = МСК
