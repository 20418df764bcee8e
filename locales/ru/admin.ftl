# Для тех, кому доверено менять чужое.

admin-page =
    <b>Команды администратора</b>

    <code>/admin adjust &lt;номер&gt; &lt;сумма&gt; &lt;причина&gt;</code>
    Исправить баланс человека: добавить или, с минусом, снять. Сначала я покажу, что получится, и спрошу.

    <code>/admin transfers</code>, <code>/admin transfer &lt;номер&gt;</code>
    Переводы, которые ждут вашего решения, и один из них.

    <code>/admin payments &lt;номер&gt;</code>
    Последние платежи человека с их номерами. Без номера: чего нет в учёте.

    <code>/admin refund &lt;платёж&gt; &lt;причина&gt;</code>
    Вернуть платёж. Без причины я только покажу, что получится.

    <code>/admin answer &lt;вопрос&gt; &lt;текст&gt;</code>
    Ответить на вопрос. То же делает ответ на сообщение о нём.

    <code>/admin support</code>, <code>/admin broadcast</code>
    Открытые вопросы и рассылки.
    <code>/admin digest</code>
    Чем обернулся сегодняшний день.
    <code>/admin guard</code>
    Слова, с которыми я не беру заказы: посмотреть, добавить, убрать.

    <code>/admin abuse</code>
    Новые люди, которые живут на бесплатном.

    <code>/admin pay test</code>
    Оплатить одну звезду, чтобы проверить платежи. Она вернётся сама.
admin-unknown = Такой команды администратора нет. Вот что есть:

admin-adjust-form =
    Вот так: <code>/admin adjust &lt;номер&gt; &lt;сумма&gt; &lt;причина&gt;</code>

    Например: <code>/admin adjust 123456789 -50.25 списали дважды</code>
admin-adjust-no-person = Первым должен стоять номер человека в Telegram, только цифрами.
admin-adjust-no-amount = Вторым должна стоять сумма: не ноль, не больше двух знаков после точки, без пробелов.
admin-adjust-too-much = Это слишком много: за один раз можно добавить или снять не больше { $most }.
admin-adjust-other-currency = Балансы в { $currency }. Не пишите валюту или напишите эту.
admin-adjust-again = <b>Это большая сумма.</b> Подтвердите ещё раз.
admin-adjust-no-reason = Не хватает причины. Она останется в журнале, и её увидит человек.

admin-adjust-stranger = Человека с номером <code>{ $person }</code> я не знаю: он ни разу не писал боту. Ничего не изменилось.
admin-adjust-short = Столько снять нельзя: у человека <code>{ $person }</code> есть только { $there }. Ничего не изменилось.
admin-adjust-impossible = Такое исправление для человека <code>{ $person }</code> невозможно. Ничего не изменилось.
admin-adjust-question =
    <b>Исправить баланс?</b>

    Человек: <code>{ $person }</code>, { $reach ->
        [closed] боту он знаком, но заблокировал его: сообщение дождётся возвращения
       *[open] боту он знаком
    }
    Сумма: <b>{ $amount }</b>
    Баланс сейчас: { $before }
    Баланс после: { $after }

    Причина, её увидит человек:
    { $reason }
admin-adjust-done =
    ✅ <b>Готово</b>

    Человек: <code>{ $person }</code>
    Сумма: <b>{ $amount }</b>
    Баланс теперь: { $after }

    Сообщение человеку уже в пути.
admin-adjust-cancelled = Отменено. Ничего не изменилось.
admin-adjust-gone = Этот вопрос больше не ждёт ответа: на него уже ответили, или он отменён. Сейчас ничего не изменилось.
admin-adjust-older = Эта кнопка от прежнего вопроса. Ничего не изменилось. Последний вопрос всё ещё ждёт ответа.
admin-button-confirm = Подтвердить
admin-button-cancel = Отменить

admin-notice-added =
    Поддержка добавила на ваш баланс <b>{ $amount }</b>.

    Причина:
    { $reason }
    Баланс: { $after }
admin-notice-taken =
    Поддержка сняла с вашего баланса <b>{ $amount }</b>.

    Причина:
    { $reason }
    Баланс: { $after }

    Есть вопросы? Напишите нам: /support
