# Для тех, кто возвращает деньги и присматривает за платежами.

refund-form =
    Вот так: <code>/admin refund &lt;платёж&gt; &lt;причина&gt;</code>

    Без причины я только покажу, что получится. Номера платежей есть в <code>/admin payments &lt;номер&gt;</code>.
refund-unknown = Платежа <code>{ $charge }</code> я не знаю. Ничего не изменилось.
refund-already = Этот платёж уже вернулся. Сейчас ничего не изменилось.
refund-in-hand = Этот платёж уже возвращается. Telegram пока не подтвердил, и я продолжаю спрашивать. Сейчас ничего не изменилось.
refund-impossible = Пересчитать этот платёж обратно не могу. Ничего не изменилось.
refund-question = <b>Вернуть этот платёж?</b>
refund-payment =
    Человек: <code>{ $person }</code>
    Оплачено: { $at }, <b>{ $stars }</b>, { $what }
    Платёж: <code>{ $charge }</code>
refund-brought = Он принёс: { $amount }
refund-brought-bonus = Он принёс: { $amount } и ещё { $bonus } в подарок
refund-takes =
    Снимется с баланса: <b>{ $taken }</b>
    Уже потрачено, станет долгом: <b>{ $owed }</b>
    Баланс сейчас: { $before }
    Баланс после: { $after }
refund-takes-debt = ⚠️ Пока долг не закрыт, человек не начнёт ничего нового. Следующий платёж сначала закроет долг.
refund-takes-reward = Награду за приглашение, { $reward }, сниму у <code>{ $referrer }</code>, если она ещё не потрачена.
refund-ends-plan = Этим платежом оплачена подписка <b>{ $plan }</b> до { $until }. Она закончится вместе с возвратом и не продлится.
refund-refused-before = ⚠️ Telegram уже отказал в этом возврате: { $problem }. Можно попросить ещё раз.
refund-reason =
    Причина:
    { $reason }
refund-needs-reason = Пока это только проверка. Чтобы вернуть, добавьте причину: <code>/admin refund { $charge } причина</code>
refund-begun =
    <b>Возвращаю</b>

    Человек: <code>{ $person }</code>, { $stars }
    Снято с баланса: { $taken }, долг: { $owed }

    Прошу Telegram. Напишу вам и человеку, когда всё будет готово.
refund-cancelled = Отменено. Ничего не изменилось.
refund-limit-person = За сутки этому человеку уже вернули { $most }, больше нельзя. Ничего не изменилось. Снова можно будет через { $wait }. Предел – <code>refunds_per_person</code> в offers.toml.
refund-limit-admin = За час вы вернули { $most }, больше одному администратору нельзя. Ничего не изменилось. Снова можно будет через { $wait }. Предел – <code>refunds_per_admin</code> в offers.toml.
refund-older = Эта кнопка от прежнего вопроса. Ничего не изменилось. Последний вопрос всё ещё ждёт ответа.

refund-done =
    ✅ <b>Платёж вернулся</b>

    Человек: <code>{ $person }</code>, { $stars }
    Снято с баланса: { $taken }, долг: { $owed }
refund-refused =
    ⚠️ <b>Telegram отказал в возврате</b>

    Человек: <code>{ $person }</code>, { $stars }
    { $problem }

    Баланс такой же, как был. Попросить ещё раз: <code>/admin refund { $charge }</code>
refund-refused-notice = Мы хотели вернуть вам платёж, но Telegram его не принял. Баланс прежний: <b>{ $balance }</b>. Есть вопросы? /paysupport

payments-form = Вот так: <code>/admin payments &lt;номер&gt;</code>
payments-none = У <code>{ $person }</code> нет платежей.
payments-page = <b>Последние платежи</b> <code>{ $person }</code>
payments-line =
    { $at } · <b>{ $stars }</b> · { $what } · { $state ->
        [refunding] возвращается
        [refunded] вернулся
       *[paid] оплачен
    }
    <code>{ $charge }</code>
payments-unbooked = ⚠️ <b>Telegram сообщил, а в учёте нет</b>
payments-unbooked-none = Всё, о чём сообщил Telegram, есть в учёте.
payments-unbooked-line =
    { $at } · { $kind ->
        [refund] вернулось
       *[payment] оплачено
    } · { $amount } { $currency } · <code>{ $person }</code>
    <code>{ $charge }</code>

payments-what-amount = любая сумма
payments-what-other = без нашего счёта
payments-what-pack = пакет
payments-what-plan = подписка
payments-what-test = пробный платёж

paytest-moment = Вот счёт на одну звезду. Оплатите, и она вернётся сама. Я расскажу, как всё прошло.
paytest-unknown = Вот так: <code>/admin pay test</code>
paytest-paid = <b>Пробный платёж пришёл.</b> Теперь он сам вернётся к вам.
paytest-done = ✅ <b>Пробный платёж удался.</b> Вы оплатили, я записал, вернул и записал возврат. Баланс прежний: { $balance }.
paytest-refused =
    ⚠️ <b>Пробный платёж пришёл, но Telegram отказывается его вернуть:</b> { $problem }

    Попробуйте позже: <code>/admin refund { $charge } проверка</code>
