# Рассылки, как их пишут администраторы.

broadcast-list =
    📣 <b>Рассылки</b>

    Одно сообщение многим людям. Оно идёт после всего, чего люди ждут.
broadcast-unknown = Такой рассылки нет.
broadcast-page =
    📣 <b>Рассылка { $number }</b>, { $state ->
        [draft] черновик
        [planned] ждёт своего времени
        [on] идёт
        [paused] на паузе
        [stopped] прекращена
       *[done] закончена
    }
broadcast-segment = { $kind ->
        [all] все
        [paid] кто платил
        [never-paid] кто ни разу не платил
        [quiet] молчат дней: { $detail }
        [language] на языке { $detail }
        [campaign] из кампании { $detail }
       *[plan] с подпиской { $detail }
    }
broadcast-to = Кому: { $segment }. Людей: <b>{ $count }</b>
broadcast-starts = Начало: { $at }
broadcast-starts-in = Начнётся через { $minutes } мин.
broadcast-starts-once = Начало: сразу
broadcast-buttons = Кнопок: { $count }
broadcast-media = С файлом
broadcast-counts =
    Доставлено: <b>{ $delivered }</b>
    Заблокировали бота: { $blocked }
    Не получилось: { $failed }
    Под вопросом: { $doubtful }
    На очереди: { $waiting }
broadcast-empty = ⚠️ В ней пока ничего нет: сначала пришлите текст.
broadcast-previewed = Ниже то, что увидят люди. Пришло только вам.
broadcast-launch = Отправить? Людей: <b>{ $count }</b>

broadcast-ask-words = 📣 Пришлите текст. Он придёт людям, как набран, без разметки. Можно фото, видео, звук или файл с подписью до 1024 знаков.
broadcast-bad-words = ⚠️ Это нельзя разослать, или оно слишком длинное.
broadcast-ask-segment =
    📣 Кому отправить? Выберите или напишите одно из этого:
    <code>quiet 30</code>, <code>language ru</code>, <code>campaign spring</code>, <code>plan light</code>
broadcast-bad-segment = ⚠️ Таких людей я не знаю.
broadcast-ask-keys =
    📣 Напишите кнопки, по одной на строке, не больше шести:
    <code>Что нового | https://example.org</code>
    <code>Попробовать | image</code>

    Разделы: menu, image, video, sound, tools, models, best, free, balance, topup, plans, history, settings, help.
broadcast-bad-keys = ⚠️ Строка { $line } – не кнопка.
broadcast-ask-start =
    📣 Когда начать? Выберите или напишите время:
    <code>2026-10-01 18:00</code>
broadcast-bad-start = ⚠️ Такого времени нет.

broadcast-button-new = Новая рассылка
broadcast-button-list = Рассылки
broadcast-button-words = Текст
broadcast-button-segment = Кому
broadcast-button-buttons = Кнопки
broadcast-button-bare = Без кнопок
broadcast-button-when = Когда
broadcast-button-once = Сразу
broadcast-button-preview = Посмотреть
broadcast-button-start = Начать
broadcast-button-send = Отправить
broadcast-button-back = К черновику
broadcast-button-drop = Выбросить
broadcast-button-refresh = 🔄 Обновить
broadcast-button-pause = Пауза
broadcast-button-resume = Продолжить
broadcast-button-stop = Прекратить
broadcast-button-no-news = Без новостей
