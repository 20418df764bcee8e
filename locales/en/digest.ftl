# What a day came to, for operators.

digest-title = 📊 <b>{ $day }</b>{ $until ->
        [now] , so far
       *[night] {""}
    }
digest-money =
    Income: { $payments ->
        [one] 1 payment
       *[other] { $payments } payments
    }, { $stars }. Gone back: { $back }. By transfer: { $transferred }
    Spent: { $spent }, { $bought } of it bought
    Cost: { $credits } credits, { $cost }
    <b>Margin: { $margin }</b>
digest-people = People: { $new } new, { $active } active, { $paying } paying
digest-orders = Orders: { $delivered } delivered, { $failed } failed{ $models ->
        [none] {""}
       *[some] : { $models }
    }
digest-trouble =
    Takeovers: { $takeovers }. Open differences: { $differences }{ $differences ->
        [0] {""}
       *[other] {" "}(<code>trt books reconcile</code>)
    }. Set aside: { $dead }{ $dead ->
        [0] {""}
       *[other] {" "}(<code>trt dead list</code>)
    }
digest-credits = At the provider: { $left } credits, { $runs ->
        [long] unused lately
        [hours] enough for { $time } { $time ->
            [one] hour
           *[other] hours
        } at this pace
       *[days] enough for { $time } { $time ->
            [one] day
           *[other] days
        } at this pace
    }
