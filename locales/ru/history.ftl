# Что было создано, чеки и что можно сделать с результатом.

history-page = <b>История</b>
history-page-number = <b>История</b>, страница { $page }
history-empty =
    <b>История</b>

    Здесь будет всё, что вы создадите. Пока пусто; начнём с картинки?
history-no-more = <b>История</b>: дальше ничего нет.
history-line = { $at } · <b>{ $title }</b> · { $price } · { $standing }
history-line-words =
    { $at } · <b>{ $title }</b> · { $price } · { $standing }
    { $words }
history-not-yours = Такой генерации среди ваших нет. Возможно, её уже нет совсем или она чужая.

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
history-no-values = Заказано без выбора настроек.
history-price = Цена: { $price }
history-free = Цена: бесплатно
history-held = Отложено: { $price }. Спишется только за результат.
history-held-free = Попытка считается только за результат.
history-paid = Списано: { $price }
history-paid-free = Ничего не списано.
history-returned = Возвращено полностью: { $price }
history-returned-free = Бесплатная попытка возвращена.
history-ordered = Заказано: { $at }
history-ended = Завершено: { $at }

history-standing-waiting = в очереди
history-standing-working = создаётся
history-standing-arriving = готово, отправляем
history-standing-delivered = доставлено
history-standing-failed = не получилось, возвращено
history-standing-cancelled = отменено, возвращено

history-sending = Отправляю ещё раз.
history-sending-file = Отправляю файлом, без сжатия.
history-nothing-to-send = Отправить нечего: файлов этой генерации у нас нет.
history-too-late = Эта генерация уже создаётся, остановить её нельзя. Деньги вернутся, только если не получится.
history-too-late-free = Эта генерация уже создаётся, остановить её нельзя. Попытка вернётся, только если не получится.
history-over = Эта генерация уже завершена, отменять нечего.
history-model-gone = Модели, которой это создано, больше нет. Может подойти другая:
history-no-picture = У этой генерации нет картинки, которую можно использовать дальше.

history-button-again = Ещё раз
history-button-vary = 🎲 Вариант
history-button-reword = Изменить текст
history-button-upscale = Увеличить
history-button-animate = Оживить
history-button-file = Файлом
history-button-resend = Прислать снова
history-button-share = Отправить другу
history-button-cancel = Отменить
history-button-receipt = Чек
history-button-newer = Новее
history-button-older = Раньше
