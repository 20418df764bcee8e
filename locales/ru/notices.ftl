# О чём операторы узнают сами: что случилось и что делать дальше.

news-sale = <b>Продажа:</b> { $stars } от <code>{ $person }</code>
news-sale-several = <b>Продажи:</b> { $count } { $count ->
        [one] платёж
        [few] платежа
       *[other] платежей
    }, вместе { $stars }. День до этой минуты: <code>/admin digest</code>
news-refund = <b>Возврат:</b> { $stars } человеку <code>{ $person }</code>. Его платежи: <code>/admin payments { $person }</code>
news-refund-several = <b>Возвраты:</b> { $count } { $count ->
        [one] платёж
        [few] платежа
       *[other] платежей
    }, вместе { $stars }. Проверьте: <code>trt books audit</code>
news-refund-refused = ⚠️ <b>Telegram отказал в возврате</b> { $stars } человеку <code>{ $person }</code>: { $subject }. Спросить ещё раз: <code>/admin payments { $person }</code>
news-refund-refused-several = ⚠️ <b>Telegram отказал в возвратах:</b> { $count }, вместе { $stars }. Последний – человеку <code>{ $person }</code>: { $subject }. Спросить ещё раз: <code>/admin payments { $person }</code>
news-call-refused = ⚠️ <b>Telegram отказал</b> в запросе о подписке <code>{ $person }</code>: { $subject }. Смотрите <code>/admin payments { $person }</code>
news-call-refused-several = ⚠️ <b>Telegram отказал</b> в запросах о подписках, { $count } { $count ->
        [one] раз
        [few] раза
       *[other] раз
    }. Последний – о <code>{ $person }</code>: { $subject }. Смотрите <code>/admin payments { $person }</code>
news-call-waiting = ⚠️ <b>Telegram давно не отвечает</b> о деньгах <code>{ $person }</code>: { $subject }. Я продолжаю спрашивать. Если так и останется, смотрите <code>trt check</code>
news-call-waiting-several = ⚠️ <b>Telegram давно не отвечает</b> о деньгах, { $count } { $count ->
        [one] раз
        [few] раза
       *[other] раз
    }. Последний – о <code>{ $person }</code>: { $subject }. Я продолжаю спрашивать. Если так и останется, смотрите <code>trt check</code>
news-unbooked = ⚠️ <b>Нет в учёте:</b> Telegram сообщает о деньгах <code>{ $person }</code>, которые я не могу записать. Смотрите <code>/admin payments</code>
news-unbooked-several = ⚠️ <b>Нет в учёте:</b> Telegram { $count } { $count ->
        [one] раз
        [few] раза
       *[other] раз
    } сообщил о деньгах, которые я не могу записать. Смотрите <code>/admin payments</code>
news-payment-refused = <b>Отказ в оплате:</b> <code>{ $person }</code> хотел заплатить, но я отказал: { $subject ->
        [unknown] это не мой счёт
        [not-yours] это чужой счёт
        [changed] сумма не та, что в счёте
        [expired] счёт устарел
        [paid] он уже оплачен
        [subscribed] такая подписка уже есть
       *[away] счёт не удалось вовремя найти
    }. Ничего не списано. Платежи: <code>/admin payments { $person }</code>
news-payment-refused-several = <b>Отказы в оплате:</b> { $count }. Последний, <code>{ $person }</code>: { $subject ->
        [unknown] это не мой счёт
        [not-yours] это чужой счёт
        [changed] сумма не та, что в счёте
        [expired] счёт устарел
        [paid] он уже оплачен
        [subscribed] такая подписка уже есть
       *[away] счёт не удалось вовремя найти
    }. Ничего не списано. Платежи: <code>/admin payments { $person }</code>
news-spend-limit = ⚠️ <b>Предел трат:</b> <code>{ $person }</code> хочет тратить больше, чем можно одному человеку. Ему сказано, когда продолжить. Посмотрите: <code>/admin user { $person }</code>
news-spend-limit-several = ⚠️ <b>Предел трат:</b> люди хотели тратить больше, чем можно одному человеку, раз: { $count }. Последний: <code>/admin user { $person }</code>
news-refund-limit = ⚠️ <b>Предел возвратов:</b> администратор <code>{ $person }</code> хочет вернуть больше платежей, чем можно за это время. Ничего не возвращено. Посмотрите: <code>/admin payments</code>
news-refund-limit-several = ⚠️ <b>Предел возвратов:</b> администраторы хотели вернуть больше платежей, чем можно за это время, раз: { $count }. Последний – <code>{ $person }</code>. Ничего не возвращено. Посмотрите: <code>/admin payments</code>

news-dead-update = ⚠️ <b>Отложено:</b> я не справился с обновлением. У человека код <code>{ $subject }</code>. Посмотрите, потом повторите или снимите: <code>trt dead show { $subject }</code>
news-dead-update-several = ⚠️ <b>Отложено:</b> я не обработал { $count } { $count ->
        [one] обновление
        [few] обновления
       *[other] обновлений
    }. Последние коды: { $names }. Посмотрите, потом повторите или снимите: <code>trt dead list</code>
news-dead-send = ⚠️ <b>Не отправлено:</b> Telegram не принимает сообщение: { $details }. Посмотрите, потом повторите или снимите: <code>trt dead show { $subject }</code>
news-dead-send-several = ⚠️ <b>Не отправлено:</b> Telegram не принял { $count } { $count ->
        [one] сообщение
        [few] сообщения
       *[other] сообщений
    }. Последние: { $names }. Посмотрите, потом повторите или снимите: <code>trt dead list</code>
news-provider-trouble = ⚠️ <b>Поставщик</b> { $subject ->
        [key_refused] не принимает наш ключ. Проверьте ключ: <code>trt check</code>
        [unreachable] не отвечает. Заказы ждут, я пробую снова. Подробнее: <code>trt check</code>
        [busy] слишком занят для нас. Заказы ждут, я пробую снова. Подробнее: <code>trt check</code>
       *[other] не в порядке: { $subject }. Заказы ждут, я пробую снова. Подробнее: <code>trt check</code>
    }
news-closed-several = ⚠️ <b>Закрыто:</b> { $count } { $count ->
        [one] раз
        [few] раза
       *[other] раз
    }, последнее: { $names }. Что закрыто и почему: <code>trt closures list</code>
news-opened-several = ✅ <b>Снова открыто:</b> { $count } { $count ->
        [one] раз
        [few] раза
       *[other] раз
    }, последнее: { $names }. Что ещё закрыто: <code>trt closures list</code>
news-takeover = ⚠️ <b>Смена ведущего:</b> активный экземпляр { $details ->
        [holder_silent] замолчал
       *[holder_died] упал
    }, другой продолжил (срок { $subject }). Ничего не потеряно. Посмотрите почему: <code>trt lock status</code>
news-takeover-several = ⚠️ <b>Смена ведущего:</b> { $count } { $count ->
        [one] раз
        [few] раза
       *[other] раз
    } активный экземпляр упал или замолчал, последние сроки: { $names }. Ничего не потеряно. Посмотрите почему: <code>trt lock status</code>
news-handovers = ⚠️ <b>Много передач:</b> { $details } за час, все чистые. Если это были не ваши выкладки, смотрите <code>trt lock status</code>
news-webhook = ⚠️ <b>Вебхук:</b> { $subject ->
        [changed] его сменила другая программа, я поставил его снова. Остановите её
        [errors] Telegram не может доставить нам обновления ({ $details }). Они ждут там сутки
       *[unset] я не могу его поставить ({ $details }) и пробую снова
    }. Подробнее: <code>trt check</code>
news-webhook-several = ⚠️ <b>Вебхук:</b> неполадок { $count }. Последняя: { $subject ->
        [changed] его сменила другая программа, я поставил его снова. Остановите её
        [errors] Telegram не может доставить нам обновления ({ $details }). Они ждут там сутки
       *[unset] я не могу его поставить ({ $details }) и пробую снова
    }. Подробнее: <code>trt check</code>
news-audit-finding = ⚠️ <b>Учёт не сходится:</b> нарушено { $subject } ({ $details }). Где именно: <code>trt books audit</code>
news-audit-finding-several = ⚠️ <b>Учёт не сходится:</b> нарушено { $count }, последнее: { $names }. Где именно: <code>trt books audit</code>
