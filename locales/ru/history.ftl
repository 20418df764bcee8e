# Что было создано, чеки и что можно сделать с результатом.

history-page = 🕘 <b>История</b>
history-page-number = 🕘 <b>История</b>, страница { $page }
history-empty =
    🕘 <b>История</b>

    Здесь будет всё, что вы создадите. Пока пусто. Начнём с картинки?
history-no-more = 🕘 <b>История</b>: дальше ничего нет.
history-line = { $at } · <b>{ $title }</b> · { $price } · { $standing }
history-line-words =
    { $at } · <b>{ $title }</b> · { $price } · { $standing }
    { $words }
history-not-yours = Такого заказа среди ваших нет. Возможно, его уже нет или он чужой.

history-receipt =
    <b>{ $title }</b>
    { $standing }
    { $order }
    { $money }
    { $times }
    Номер: <code>#{ $reference }</code>
history-value = { $name }: { $value }
history-files =
    { $name }: { $count ->
        [one] { $count } файл
        [few] { $count } файла
       *[other] { $count } файлов
    }
history-no-values = Заказано без настроек.
history-price = Цена: { $price }
history-free = Цена: бесплатно
history-held = Отложено: { $price }. Спишу только за результат.
history-held-free = Попытка считается только за результат.
history-paid = Списано: { $price }
history-paid-free = Ничего не списано.
history-returned = Возвращено полностью: { $price }
history-returned-free = Бесплатная попытка вернулась.
history-ordered = Заказано: { $at }
history-ended = Завершено: { $at }

history-standing-waiting = в очереди
history-standing-working = в работе
history-standing-arriving = готово, отправляем
history-standing-delivered = доставлено
history-standing-failed = не получилось, возвращено
history-standing-cancelled = отменено, возвращено

history-sending = Отправляю ещё раз.
history-sending-file = Отправляю файлом, в полном качестве.
history-nothing-to-send = Отправить нечего: файлов этого заказа у меня нет.
history-too-late = Заказ уже в работе, остановить его не могу. Деньги вернутся, только если не получится.
history-too-late-free = Заказ уже в работе, остановить его не могу. Попытка вернётся, только если не получится.
history-over = Этот заказ уже завершён, отменять нечего.
history-model-gone = Этой модели у меня больше нет. То же самое может сделать другая:
history-no-picture = В этом заказе нет картинки, с которой можно работать дальше.

history-button-again = Ещё раз
history-button-vary = 🎲 Вариант
history-button-reword = ✏️ Изменить текст
history-button-upscale = 🔍 Увеличить
history-button-animate = 🎬 Оживить
history-button-file = Файлом
history-button-resend = Прислать снова
history-button-share = Отправить другу
history-button-cancel = Отменить
history-button-receipt = Чек
history-button-newer = Новее
history-button-older = Раньше

history-sample-not = Это показать нельзя: Telegram не показывает его как фото, видео или музыку.
history-sample-gone = Больше не показываем.
history-sample-shown = Теперь это видят все на карточке <b>{ $title }</b>.
history-button-sample = Показать как пример
history-button-no-sample = Убрать из примеров
