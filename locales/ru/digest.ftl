# Чем обернулся день, для операторов.

digest-title = 📊 <b>{ $day }</b>{ $until ->
        [now] , до этой минуты
       *[night] {""}
    }
digest-money =
    Пришло: { $payments } { $payments ->
        [one] платёж
        [few] платежа
       *[other] платежей
    }, { $stars }. Вернулось: { $back }. Переводами: { $transferred }
    Потрачено: { $spent }, из них куплено { $bought }
    Расход: { $credits } кредита, { $cost }
    <b>Маржа: { $margin }</b>
digest-people = Люди: новых { $new }, активных { $active }, платили { $paying }
digest-orders = Заказы: доставлено { $delivered }, не вышло { $failed }{ $models ->
        [none] {""}
       *[some] : { $models }
    }
digest-trouble =
    Смен ведущего: { $takeovers }. Открытых расхождений: { $differences }{ $differences ->
        [0] {""}
       *[other] {" "}(<code>trt books reconcile</code>)
    }. Отложено: { $dead }{ $dead ->
        [0] {""}
       *[other] {" "}(<code>trt dead list</code>)
    }
digest-credits = У поставщика кредитов: { $left }, { $runs ->
        [long] в последнее время не тратились
        [hours] при таком темпе хватит на { $time } ч
       *[days] при таком темпе хватит на { $time } { $time ->
            [one] день
            [few] дня
           *[other] дней
        }
    }
