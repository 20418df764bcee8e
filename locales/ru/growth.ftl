# Промокоды, канал для бесплатного и то, как растёт бот.

promo-ask =
    <b>Промокод</b>

    Какой у вас код? Напишите его как есть.
promo-unknown = Кода <code>{ $code }</code> я не знаю. Может, опечатка? Напишите ещё раз или /cancel.
promo-already = Код <code>{ $code }</code> вы уже использовали. Он действует для каждого один раз.
promo-used-up = Код <code>{ $code }</code> закончился: другие успели раньше.
promo-over = Код <code>{ $code }</code> больше не действует.
promo-used =
    ✅ <b>{ $code }</b> сработал: { $amount } ваши.

    Сейчас можно потратить { $available }.

channel-join =
    <b>Бесплатно для подписчиков</b>

    Бесплатные модели для тех, кто подписан на { $channel }. Подпишитесь, вернитесь и нажмите вторую кнопку. Заказ подождёт.
channel-not-there = Пока не вижу вас в { $channel }. Подпишитесь по первой кнопке и нажмите вторую ещё раз.
channel-button-open = 📢 Открыть канал
channel-button-joined = ✅ Я подписался

growth-button-stats = Цифры
growth-button-campaigns = Кампании
growth-button-promos = Промокоды
growth-button-day = По дням
growth-button-week = По неделям
growth-button-end = Завершить
growth-button-all-promos = Все коды

growth-promo-list = <b>Промокоды</b>, всего { $all }, сначала новые:
growth-promo-none = <b>Промокоды</b>: пока ни одного.
growth-promo-form =
    Создать: <code>/admin promo &lt;код&gt; &lt;сумма&gt; &lt;сколько раз&gt; &lt;дней&gt;</code>

    Например: <code>/admin promo SPRING 50 100 30</code>
growth-promo-card =
    <b>{ $code }</b>: { $amount } каждому

    Использован: { $used } из { $most }
    Действует до: { $until }
    { $standing ->
        [open] Им можно воспользоваться.
        [used-up] Он закончился.
        [over] Его время вышло.
       *[ended] Его завершили.
    }
growth-promo-made =
    ✅ Код <code>{ $code }</code> готов.

    Каждый получит { $amount }, один раз. Людей: { $most }. Дней: { $days }.
    Для этого пишут <code>/promo { $code }</code>.
growth-promo-ended = ✅ Код { $code } завершён. Больше он не действует.
growth-promo-over = Его завершили раньше. Ничего не изменилось.
growth-promo-taken = Код { $code } уже есть или был. Одно имя годится один раз. Ничего не изменилось:
growth-promo-unknown = Кода <code>{ $code }</code> нет.
growth-promo-no-code = В коде от 3 до 24 знаков: латинские буквы, цифры и дефис. Ничего не изменилось.
growth-promo-no-amount = Второй идёт сумма: больше нуля, не больше двух знаков после точки, без валюты. Ничего не изменилось.
growth-promo-no-uses = Третьим идёт, сколько людей могут его использовать: целое число от 1 до { $most }. Ничего не изменилось.
growth-promo-no-days = Четвёртым идёт, сколько дней он действует: целое число от 1 до { $most }. Ничего не изменилось.
growth-promo-too-much = Это слишком много: все использования кода вместе могут дать не больше { $most }. Ничего не изменилось.

growth-campaigns = <b>Кампании</b>, всего { $all }: пришли, впервые заказали, впервые заплатили, и сколько
growth-campaign = <b>{ $name }</b>: { $came } → { $ordered } → { $paid }, { $stars } ({ $income })
growth-no-campaigns =
    <b>Кампании</b>: пока никто не пришёл.

    Дайте каждой свою ссылку, например <code>{ $link }</code>. Я считаю, кто пришёл по ней, впервые заказал и впервые заплатил.

growth-stats =
    <b>{ $span ->
        [day] Последние { $count } дней
       *[week] Последние { $count } недель
    }</b>

    Новых людей: { $came }
    Из них заплатили: { $paid } ({ $share } %)
    { $span ->
        [day] Вернулись на следующий день
       *[week] Вернулись на следующей неделе
    }: { $returned } ({ $rate } %)
    Внесли: { $stars }
    Заработано: { $revenue }
    Расход: { $cost }
    Маржа: <b>{ $margin }</b>
growth-stats-transferred = Переводами: { $amount }
growth-stats-periods =
    <b>{ $span ->
        [day] По дням
       *[week] По неделям
    }</b>: новые, внесли, заработано, расход, маржа
growth-stats-line = { $begins }: { $came } · { $stars } · { $revenue } · { $cost } · { $margin }
growth-stats-failing-title = <b>Неудачи</b>
growth-stats-failing = { $model }: { $failed } из { $ended }
growth-stats-none-failing = <b>Неудачи</b>: нет.
growth-stats-picture =
    { $span ->
        [day] По дням
       *[week] По неделям
    }, часовой пояс { $zone }

growth-chart-title-day = По дням
growth-chart-title-week = По неделям
growth-chart-people = Люди
growth-chart-came = новые
growth-chart-active = заказали
growth-chart-paid = из новых заплатили
growth-chart-stars = Звёзды
growth-chart-stars-in = внесли
growth-chart-money = Деньги
growth-chart-revenue = заработано
growth-chart-cost = расход
growth-chart-margin = маржа
