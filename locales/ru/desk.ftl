# Что админы смотрят и делают кнопками.

desk-button-abuse = Живут на бесплатном
desk-button-admin = Админ
desk-button-ban = Забанить
desk-button-books = Баланс
desk-button-broadcasts = Рассылки
desk-button-closures = Закрыто
desk-button-commands = Все команды
desk-button-dead = Отложено
desk-button-differences = Расхождения
desk-button-drop = Убрать
desk-button-handover = Передать роль
desk-button-hold = Придержать заказы
desk-button-digest = Сегодня
desk-button-guard = Запретные слова
desk-button-models = Модели
desk-button-notes = Заметки
desk-button-off = Выключить
desk-button-on = Включить
desk-button-open = Открыть
desk-button-orders = Заказы
desk-button-pause = Пауза
desk-button-pause-all = Остановить заказы
desk-button-payments = Платежи
desk-button-people = Люди
desk-button-receipts = Переводы
desk-button-resolve = Принять
desk-button-resume = Продолжить
desk-button-retry = Повторить
desk-button-role = Кто активен
desk-button-see = Показать мне
desk-button-send = Отправить человеку
desk-button-support = Вопросы людей
desk-button-transfers = Переводы
desk-button-unban = Снять бан

desk-commands =
    <b>Ещё команды</b>

    <code>/admin user &lt;кто&gt;</code>
    Номер, @имя, начало имени, платёж или код обращения.

    <code>/admin ban &lt;id&gt; &lt;причина&gt;</code>, <code>unban</code>, <code>note</code>

    <code>/admin model &lt;ключ&gt; on|off|free [в день [в час]]</code>

    <code>/admin pause &lt;текст&gt;</code>, <code>hold</code>, <code>resume</code>
    Pause не берёт заказы. Hold берёт, но не начинает.

    <code>/admin dead retry|drop &lt;id&gt; &lt;причина&gt;</code>
    <code>/admin resolve &lt;номер&gt; &lt;причина&gt;</code>

    <code>/admin lock</code>, <code>closures</code>, <code>differences</code>, <code>models</code>
desk-gone = Так уже есть, или этого больше нет. Сейчас ничего не изменилось.
desk-nothing-there = Пока ничего.

desk-who =
    Кого найти? Напишите так:
    <code>/admin user &lt;кто&gt;</code>

    Подойдёт номер, @имя, начало имени, платёж или код обращения.
desk-nobody = Такого человека я не знаю. Ничего не изменилось.
desk-found = Вот кого я нашла:
desk-card =
    <b>{ $name }</b>
    Номер: <code>{ $person }</code>
    Язык: { $speaks }, { $reach ->
        [closed] бот заблокирован
       *[open] сообщения доходят
    }
    Здесь с { $met }
    Баланс: { $balance }
    Заказов: { $orders }, доставлено: { $delivered }
    Платежей: { $payments }, { $stars }
    Заметок: { $notes }
desk-card-plan = Тариф { $plan } до { $until }
desk-card-banned = <b>В бане</b> с { $since }

desk-ban-form =
    Вот так: <code>/admin ban &lt;id&gt; &lt;причина&gt;</code>

    Номер только из цифр. Причина останется в журнале. <code>unban</code> пишется так же.
desk-ban-done = <code>{ $person }</code> в бане. Начатые заказы дойдут, поддержка остаётся открытой.
desk-unban-done = <code>{ $person }</code> снова может пользоваться ботом.
desk-note-form = Вот так: <code>/admin note &lt;id&gt; &lt;текст&gt;</code>. Её видят только админы.
desk-note-done = Заметка о <code>{ $person }</code> записана.
desk-note = { $at }, { $by }: { $words }
desk-notes = <b>Заметки о</b> <code>{ $person }</code>
desk-generations = <b>Заказы</b> <code>{ $person }</code>
desk-generation = <b>Заказ</b> <code>{ $person }</code>
desk-generation-gone = Такого заказа нет.
desk-receipts = <b>Переводы</b> <code>{ $person }</code>
desk-receipt = { $at }: { $amount }, { $state }
desk-see-done = Вот результат.
desk-send-done = Результат отправляется: <code>{ $person }</code>.

desk-models =
    <b>Модели за 30 дней</b>

    Любая модель: <code>/admin model &lt;ключ&gt;</code>
desk-models-none = Ни одна модель ничего не продала.
desk-model =
    <b>{ $title }</b>
    Ключ: <code>{ $key }</code>
    Цена от: { $price }
    Себестоимость: { $listed } кредитов
    Бесплатно: { $free }
desk-model-sold = { $key }: доставлено { $delivered }, заплачено { $paid }, списано { $charged } кредитов, маржа { $margin }
desk-model-closed = <b>Закрыта</b>: { $cause }. { $note }
desk-model-form =
    Вот так: <code>/admin model &lt;ключ&gt; on|off|free [в день [в час]]</code>

    Например: <code>/admin model z-image free 3 1</code>. Целые числа до 1000, в час не больше, чем в день. 0 значит платно.
desk-model-on-done = <code>{ $key }</code> снова можно заказать.
desk-model-off-done = <code>{ $key }</code> нельзя заказать, пока вы не включите.
desk-model-free-done = <code>{ $key }</code> бесплатно вот так часто: { $free }
desk-no-model = Модели <code>{ $key }</code> нет. Ничего не изменилось.

desk-dead = <b>Отложено: { $count }</b>
desk-dead-none = Ничего не отложено.
desk-dead-line = <code>{ $key }</code>, { $at }: { $problem }
desk-dead-one =
    <b>{ $key }</b>, { $at }
    Чьё: <code>{ $person }</code>
    Попыток: { $tries }, код: { $reference }
    Что случилось: { $problem }
desk-dead-ended = С этим покончено: { $end }
desk-dead-gone = Под этим номером ничего нет.
desk-dead-form =
    Вот так: <code>/admin dead u12</code>
    <code>/admin dead retry u12 &lt;причина&gt;</code>
    <code>/admin dead drop u12 &lt;причина&gt;</code>
desk-retry-done = <code>{ $key }</code> делается снова.
desk-drop-done = <code>{ $key }</code> убрано из списка.

desk-closures = <b>Сейчас закрыто</b>
desk-closures-none = Всё открыто.
desk-closure = <code>{ $subject }</code>: { $cause }, закрыл { $by }, до { $until } { $note }
desk-closure-done = <code>{ $subject }</code> открыто.
desk-closure-gone = Это уже открыто.

desk-differences = <b>Учёт расходится</b>
desk-differences-none = Учёт сходится.
desk-difference = #{ $id } { $kind } { $subject }: { $details }, с { $since }
desk-resolve-form = Вот так: <code>/admin resolve &lt;номер&gt; &lt;причина&gt;</code>
desk-resolve-done = Расхождение { $id } принято.

desk-pause =
    <b>Заказы</b>
    { $form ->
        [paused] Пауза: заказы не беру, начатое доделаю.
        [held] Придержаны: заказы беру, но не начинаю.
       *[open] Как обычно: заказы беру.
    }
    С { $since }
desk-pause-words =
    Люди читают:
    { $words }
desk-paused-done = Пауза. Заказы не беру, начатое доделаю.
desk-held-done = Придержано. Заказы беру, но не начинаю.
desk-open-done = Беру заказы как обычно.

desk-role =
    <b>Активен: { $holder }</b>
    Срок { $epoch }
desk-term = { $line }
desk-handover-done = Я попросила передать срок { $epoch }.

desk-you-are-banned = Сейчас вы не можете пользоваться ботом. Если это ошибка, напишите нам: /support
