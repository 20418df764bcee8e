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
generation-delay-away = Модель сейчас не отвечает. Пробую дальше.
generation-delay-files = Ваш файл ещё в пути к модели.
generation-delay-closed = У модели перерыв. Начну, как только она вернётся. Не вернётся – отдам всё обратно.
generation-delay-paused = Мы ненадолго всё остановили. Начну, как только смогу. Не смогу – отдам всё обратно.
generation-time = Обычно { $time }.
generation-working =
    <b>{ $title }</b> в работе
    { $bar } { $elapsed }
    { $time }
generation-working-usually = Обычно { $time }.
generation-stalled =
    <b>{ $title }</b> в работе дольше обычного
    { $bar } { $elapsed }
    { $time } Я продолжаю спрашивать. Если не получится, всё вернётся.
generation-bar-full = ▰
generation-bar-empty = ▱
generation-cancelled = <b>{ $title }</b>: отменено. Вернул { $price }. На балансе: { $balance }.
generation-cancelled-free = <b>{ $title }</b>: отменено. Бесплатная попытка вернулась. На балансе: { $balance }.
generation-nameless = Заказ
generation-free-mark = бесплатно

generation-failed =
    ⚠️ <b>{ $title }</b>: не получилось.
    { $why }

    { $returned }
    { $next }
generation-returned = Вернул полностью: { $price }. На балансе: { $balance }.
generation-free-stays-used = Это ничего вам не стоило. Попытка считается использованной: результат ещё может прийти. На балансе: { $balance }.
generation-returned-free = Бесплатная попытка вернулась. На балансе: { $balance }.
generation-not-charged = Это ничего вам не стоило. На балансе: { $balance }.
generation-why-policy = Модель отказала: её правила такого не позволяют.
generation-why-bad-input = Модель не приняла файлы или настройки.
generation-why-file-gone = Ваш файл больше не читается.
generation-why-provider = У модели случился сбой. Вы ни при чём.
generation-why-model-closed = Эта модель пока закрыта.
generation-why-paused = Мы ненадолго всё остановили.
generation-why-timeout = Это длилось слишком долго, и я перестал ждать.
generation-why-empty = Модель сообщила, что закончила, но ничего не отдала.
generation-why-undelivered = Результат был готов, но доставить его вам я не смог.
generation-why-waited = Заказ слишком долго ждал в очереди и так и не начался.
generation-why-longer = Ваш файл длится { $length }, дольше, чем сообщило ваше приложение. При такой длине цена { $price }, поэтому я не начал.
generation-why-longer-free = Ваш файл длится { $length }, дольше, чем сообщило ваше приложение, поэтому я не начал.
generation-why-larger = В вашей картинке { $size } пикселей, больше, чем сообщило ваше приложение. При таком размере цена { $price }, поэтому я не начал.
generation-why-larger-free = В вашей картинке { $size } пикселей, больше, чем сообщило ваше приложение, поэтому я не начал.
generation-why-dearer = Ваш файл длиннее или больше, чем сообщило ваше приложение, поэтому я не начал.
generation-why-too-long = Ваш файл длится { $length }, а модель берёт не больше { $most }.
generation-why-too-large = В вашей картинке { $size } пикселей, а модель берёт не больше { $most } по стороне.
generation-why-oversized = Ваш файл длиннее или больше, чем берёт эта модель.
generation-why-unmeasurable = Цена зависит от длины или размера файла, а узнать их я не смог.
generation-why-unknown = Не могу выяснить, что с этим заказом стало.
generation-next-policy = Могут помочь другие слова.
generation-next-bad-input = Могут помочь другие файлы или настройки.
generation-next-file-gone = Пришлите, пожалуйста, файл ещё раз.
generation-next-again = Можно попробовать ещё раз.
generation-next-model = То же самое может сделать { $model }.
generation-next-model-words = То же самое может сделать { $model }: описание сохранено.
generation-next-words-or-model = Могут помочь другие слова. Или попробуйте { $model }: описание сохранено.
generation-next-other = Может выручить другая модель.
generation-next-paused = Попробуйте, пожалуйста, чуть позже.
generation-next-dearer = Если подходит, закажите кнопкой ниже. Файл я сохранил.
generation-next-oversized = Пришлите, пожалуйста, файл покороче или поменьше.
generation-next-unmeasurable = Пришлите, пожалуйста, файл в другом формате.
generation-next-unknown = Можно попробовать ещё раз. Если так бывает часто, напишите нам: /support

generation-caption =
    <b>{ $title }</b>
    { $quote }
generation-caption-bare = <b>{ $title }</b>
generation-result = ✅ Готово: <b>{ $title }</b>. Что дальше?
generation-text =
    <b>{ $title }</b>
    { $quote }
generation-text-cut =
    <b>{ $title }</b>
    { $quote }
    Текст длиннее одного сообщения. Это его начало.
generation-links =
    <b>{ $title }</b>

    Telegram не принял файлы, поэтому вот ссылки. Сохраните их поскорее: ссылки живут не вечно.

    { $links }
generation-link = <a href="{ $address }">Файл { $number }</a>
generation-late = Этот результат пришёл позже, чем я сказал. Деньги за него уже вернулись, он ваш бесплатно.

generation-seconds = { $count } с
generation-minutes = { $count } мин
generation-hours = { $count } ч
generation-about = около { $time }
generation-between = { $least } – { $most }

generation-button-others = Другие модели
generation-button-instead = Сделать в
generation-button-make-yours = Сделать своё
