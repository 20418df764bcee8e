# Что говорится о генерации, пока она создаётся и когда закончилась.

generation-waiting =
    <b>{ $title }</b> · { $price }
    В очереди. { $time }
generation-delay-place =
    { $place ->
        [1] Вы следующий.
       *[other] Вы { $place }-й в очереди.
    }
generation-delay-busy = Модель сейчас занята. Вы { $place }-й в очереди.
generation-delay-away = Модель сейчас не отвечает. Пробуем дальше.
generation-delay-files = Ваш файл ещё в пути к модели.
generation-delay-closed = У модели перерыв. Начнём, как только она вернётся. Не вернётся – отдадим всё обратно.
generation-delay-paused = Мы ненадолго всё остановили. Начнём, как только сможем. Не сможем – отдадим всё обратно.
generation-time = Обычно { $time }.
generation-working =
    <b>{ $title }</b>: создаётся
    { $bar } { $elapsed }
    { $time }
generation-working-usually = Обычно { $time }.
generation-stalled =
    <b>{ $title }</b>: создаётся дольше обычного
    { $bar } { $elapsed }
    { $time } Мы продолжаем спрашивать. Если не получится, всё вернётся.
generation-bar-full = ▰
generation-bar-empty = ▱
generation-cancelled = <b>{ $title }</b>: отменено. Вернули { $price }. На балансе: { $balance }.
generation-cancelled-free = <b>{ $title }</b>: отменено. Бесплатная попытка вернулась. На балансе: { $balance }.
generation-nameless = Генерация
generation-free-mark = бесплатно

generation-failed =
    <b>{ $title }</b>: не получилось.
    { $why }

    { $returned }
    { $next }
generation-returned = Вернули полностью: { $price }. На балансе: { $balance }.
generation-free-stays-used = Это ничего вам не стоило; попытка считается использованной: результат ещё может прийти. На балансе: { $balance }.
generation-returned-free = Бесплатную попытку вернули. На балансе: { $balance }.
generation-not-charged = Это ничего вам не стоило. На балансе: { $balance }.
generation-why-policy = Модель отказала: её правила такого не позволяют.
generation-why-bad-input = Модель не приняла файлы или настройки.
generation-why-file-gone = Присланный файл больше не читается.
generation-why-provider = У модели произошёл сбой. Вы ни при чём.
generation-why-model-closed = Эта модель пока закрыта.
generation-why-paused = Мы ненадолго всё остановили.
generation-why-timeout = Это длилось слишком долго, и мы перестали ждать.
generation-why-empty = Модель сообщила, что закончила, но ничего не отдала.
generation-why-undelivered = Результат был готов, но доставить его вам не получилось.
generation-why-waited = Заказ слишком долго ждал своей очереди, и его так и не начали.
generation-why-longer = Ваш файл длится { $length }, дольше, чем сообщило ваше приложение. При такой длине цена { $price }, поэтому мы не начали.
generation-why-longer-free = Ваш файл длится { $length }, дольше, чем сообщило ваше приложение, поэтому мы не начали.
generation-why-larger = В вашей картинке { $size } пикселей, больше, чем сообщило ваше приложение. При таком размере цена { $price }, поэтому мы не начали.
generation-why-larger-free = В вашей картинке { $size } пикселей, больше, чем сообщило ваше приложение, поэтому мы не начали.
generation-why-dearer = Ваш файл длиннее или больше, чем сообщило ваше приложение, поэтому мы не начали.
generation-why-too-long = Ваш файл длится { $length }, а модель берёт не больше { $most }.
generation-why-too-large = В вашей картинке { $size } пикселей, а модель берёт не больше { $most } по стороне.
generation-why-oversized = Ваш файл длиннее или больше, чем берёт эта модель.
generation-why-unmeasurable = Цена зависит от длины или размера файла, а определить их не получилось.
generation-why-unknown = Мы не можем выяснить, что с ней стало.
generation-next-policy = Могут помочь другие слова.
generation-next-bad-input = Могут помочь другие файлы или настройки.
generation-next-file-gone = Пришлите файл ещё раз, пожалуйста.
generation-next-again = Можно попробовать ещё раз.
generation-next-model = То же самое может сделать { $model }.
generation-next-model-words = То же самое может сделать { $model }: описание сохранено.
generation-next-words-or-model = Могут помочь другие слова. Или попробуйте { $model }: описание сохранено.
generation-next-other = Может выручить другая модель.
generation-next-paused = Попробуйте чуть позже, пожалуйста.
generation-next-dearer = Если подходит, закажите кнопкой ниже: файл мы сохранили.
generation-next-oversized = Пришлите файл покороче или поменьше, пожалуйста.
generation-next-unmeasurable = Пришлите файл в другом формате, пожалуйста.
generation-next-unknown = Можно попробовать ещё раз. Если так бывает часто, напишите нам: /support

generation-caption =
    <b>{ $title }</b>
    { $quote }
generation-caption-bare = <b>{ $title }</b>
generation-result = Вот и готово: <b>{ $title }</b>. Что дальше?
generation-text =
    <b>{ $title }</b>
    { $quote }
generation-text-cut =
    <b>{ $title }</b>
    { $quote }
    Текст длиннее одного сообщения, это его начало.
generation-links =
    <b>{ $title }</b>

    Telegram не принял файлы, поэтому вот ссылки. Сохраните их поскорее: ссылки живут не вечно.

    { $links }
generation-link = <a href="{ $address }">Файл { $number }</a>
generation-late = Этот результат пришёл позже, чем мы сказали. Деньги за него уже вернулись, он ваш бесплатно.

generation-seconds = { $count } с
generation-minutes = { $count } мин
generation-about = около { $time }
generation-between = { $least } – { $most }

generation-button-others = Другие модели
generation-button-instead = Попробовать
generation-button-make-yours = Сделать своё
