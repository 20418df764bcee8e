# Пополнение: пакеты, счета, подписки.

topup-packs =
    💰 <b>Пополнение</b>

    На балансе <b>{ $balance }</b>. Одна звезда – это { $rate }, в больших пакетах выгоднее.
topup-how-many = Сколько звёзд? Напишите число от 1 до { $most }.
topup-not-sold = Это больше не продаётся. Выберите ещё раз: /topup
topup-order-gone = Тот заказ изменился или уже начат. Оплата его не запустит. Но баланс пополнить можно:
topup-button = 💰 Пополнить
topup-button-missing = Доплатить
topup-button-other = Другая сумма

paying-invoice-title = Пополнение
paying-invoice-test = Пробный платёж
paying-invoice-test-words = Одна звезда, чтобы проверить оплату. Она вернётся сама.
paying-invoice-brings = { $amount } на баланс.
paying-invoice-brings-bonus = { $amount } на баланс и ещё { $bonus } в подарок.
paying-invoice-kept = Оплатите в течение 30 минут, и заказ начнётся сам: { $model } за { $price }.
paying-invoice-plan = 30 дней: { $included } на баланс и скидка { $discount } % на всё. Telegram продлевает, пока не отмените.

paying-refused-away = Сейчас не могу проверить этот счёт. Ничего не списано. Попробуйте через минуту.
paying-refused-changed = Счёт изменился. Ничего не списано. Возьмите новый: /topup
paying-refused-expired = Счёт устарел. Ничего не списано. Возьмите новый: /topup
paying-refused-not-yours = Этот счёт выставлен не вам. Ничего не списано. Возьмите свой: /topup
paying-refused-paid = Этот счёт уже оплачен. Второй раз ничего не списано. Новый счёт: /topup
paying-refused-subscribed = Эта подписка у вас уже есть. Ничего не списано. Ваши подписки: /subscribe
paying-refused-unknown = Такого счёта у меня нет. Ничего не списано. Возьмите новый: /topup

paying-credited = ✅ Спасибо! <b>+{ $amount }</b>. На балансе <b>{ $balance }</b>.
paying-credited-bonus = ✅ Спасибо! <b>+{ $amount }</b> и ещё { $bonus } в подарок. На балансе <b>{ $balance }</b>.
paying-debt = Остался долг после возврата: { $owed }.
paying-refunded = Платёж вернулся к вам. С баланса снято <b>{ $amount }</b>, осталось <b>{ $balance }</b>.
paying-refunded-plan = Вместе с ним закончилась подписка <b>{ $plan }</b>. Больше она не продлится.
paying-kept-begins = Начинаю ваш заказ.
paying-kept-not = Заказ не начат: что-то в нём изменилось. Деньги на балансе. Загляните, пожалуйста, в заказ ещё раз.
paying-order-waits = Вас ждёт заказ. Начать его?
paying-button-go = ✨ Начать

paying-plan-credited = ✅ Спасибо! Подписка <b>{ $plan }</b> действует до { $until }. <b>+{ $amount }</b>. На балансе <b>{ $balance }</b>.
paying-plan-link =
    <b>{ $plan }</b>: { $price } каждые 30 дней

    Каждый раз вы получаете { $included } на баланс и скидку { $discount } % на всё. Что не потратите, останется. Отменить можно когда угодно: /subscribe
paying-plan-refused = Telegram сейчас не дал ссылку на подписку. Ничего не списано. Попробуйте через несколько минут.
paying-plan-cancelled = ✅ Готово: <b>{ $plan }</b> больше не продлится. Она действует до { $until }.
paying-plan-not-cancelled = ⚠️ Telegram не согласился отключить продление <b>{ $plan }</b>, всё осталось как было. Отключить можно самим: в Telegram откройте «Настройки», потом «Мои звёзды» и выберите подписку. Не получится – напишите нам: /paysupport
paying-plan-over = Подписка <b>{ $plan }</b> закончилась. Что не потрачено, остаётся на балансе.
paying-plan-replaced = Прежняя подписка <b>{ $plan }</b> больше не продлится. Она действует до { $until }. До этого дня действует та скидка, что больше.
paying-button-subscribe = Подписаться
paying-button-plans = Посмотреть подписки

plans-page = <b>Подписки</b> на 30 дней. Telegram продлевает их, пока вы не отмените. Что не потратите, останется на балансе.
plans-line = <b>{ $plan }</b> – { $price }: { $included } на баланс, скидка { $discount } % на всё, до { $jobs } { $jobs ->
        [one] заказа
       *[other] заказов
    } одновременно
plans-runs = У вас <b>{ $plan }</b>, оплачено до { $until }.
plans-runs-failed = ⚠️ У вас <b>{ $plan }</b>, оплачено до { $until }. Telegram не смог продлить и попробует ещё. Проверьте, пожалуйста, свои звёзды.
plans-runs-out = У вас <b>{ $plan }</b> до { $until }. Больше не продлится.
plans-brings = Скидка { $discount } % на всё, до { $jobs } { $jobs ->
        [one] заказа
       *[other] заказов
    } одновременно
plans-already = Подписка <b>{ $plan }</b> у вас уже есть, до { $until }. Платить не нужно.
plans-changing = Минутку, сейчас пришлю ссылку. После оплаты подписка <b>{ $plan }</b> больше не продлится и будет действовать до { $until }. До этого дня действует та скидка, что больше.
plans-moment = Минутку, сейчас пришлю ссылку.
plans-end-question = Не продлевать <b>{ $plan }</b>? Она всё равно действует до { $until }. Что не потратите, останется на балансе.
plans-cancelling = Минутку, прошу Telegram больше не продлевать <b>{ $plan }</b>. Напишу, как только он согласится. До { $until } подписка действует в любом случае.
plans-resuming = Включить <b>{ $plan }</b> снова можете только вы. В Telegram откройте «Настройки», потом «Мои звёзды» и выберите подписку. Я узнаю, как только Telegram сообщит. До { $until } она и так действует.
plans-not-running = Эта подписка больше не действует.
plans-button = Подписки
plans-button-cancel = Не продлевать
plans-button-keep = Оставить
plans-button-resume = Продлевать снова
