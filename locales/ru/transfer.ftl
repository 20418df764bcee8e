# Пополнение переводом и решения админов о нём.

transfer-button = Банковский перевод
transfer-button-withdraw = Отменить перевод

transfer-how-much =
    <b>Банковский перевод</b>

    Сколько хотите перевести? Напишите сумму от { $least } до { $most }.
    Каждый перевод проверяет человек, поэтому это дольше, чем звёздами.
transfer-amount-bounds = Один перевод может быть от { $least } до { $most }. Сколько хотите перевести?
transfer-details =
    <b>Переведите { $amount }</b>

    Куда:
    <code>{ $details }</code>

    Ваш номер – для комментария, если для него есть место: <code>{ $reference }</code>

    Потом пришлите сюда чек: картинкой или в PDF. Жду его 24 часа. Админ сверит чек с нашим счётом. Сам по себе чек ещё ничего не добавляет.
transfer-reminder = Жду чек по переводу <code>{ $reference }</code>: картинкой или в PDF. Если хочется другого, сначала отмените перевод: кнопкой ниже или командой /cancel.
transfer-no-receipt = На чек это не похоже. Для <code>{ $reference }</code> пришлите, пожалуйста, картинку или PDF.
transfer-received =
    ✅ Спасибо, чек по <code>{ $reference }</code> у меня: { $amount }.

    Сейчас админ сверит его с нашим счётом. Напишу вам, что бы он ни решил. До тех пор баланс не меняется.
transfer-looked-at = Ваш перевод <code>{ $reference }</code> на { $amount } от { $at } проверяет админ. Напишу, как только он решит. Есть вопросы? /paysupport
transfer-too-many = Переводов за сутки уже { $most }, а каждый проверяет человек. Попробуйте завтра или пополните звёздами: /topup
transfer-withdrawn = Перевод <code>{ $reference }</code> отменён. Ничего не добавлено и не снято.
transfer-over = Этот перевод больше не ждёт чека. Если деньги вы уже отправили, начните заново с той же суммой и пришлите чек.

admin-transfer-button-approve = Принять
admin-transfer-button-refuse = Отклонить
admin-transfer-checked = чек проверен

admin-transfer-card =
    <b>Перевод { $reference }: { $amount }</b>

    Человек: <code>{ $person }</code>
    Заявка: { $at }
    { $state ->
        [waiting] Чека ещё нет: решать нечего.
        [received] Чек выше или ниже этого сообщения. Деньги на счёт пришли?
        [approved] Принят и зачислен.
        [refused] Отклонён.
        [withdrawn] Человек его отменил.
       *[expired] Закрыт: чек вовремя не пришёл.
    }
admin-transfer-decided-by =
    Решил <code>{ $admin }</code>, потому что:
    { $reason }
admin-transfer-seen-title = ⚠️ <b>Посмотрите на этот чек дважды:</b>
admin-transfer-seen-line = { $likeness ->
        [same] тот же файл был
       *[size] файл точно такого же размера был
    } в <code>{ $reference }</code> от <code>{ $person }</code>, { $state ->
        [waiting] который ждёт
        [received] который ждёт решения
        [approved] который принят
        [refused] который отклонён
        [withdrawn] который отменён
       *[expired] который закрыт
    }
admin-transfer-list = <b>Переводы, которые ждут решения: { $all }</b>
admin-transfer-none = Решения не ждёт ни один перевод.
admin-transfer-unknown = Перевода с таким номером нет.
admin-transfer-form =
    Посмотреть: <code>/admin transfer &lt;номер&gt;</code>
    Решить сразу: <code>/admin transfer &lt;номер&gt; approve|refuse &lt;причина&gt;</code>

    Например: <code>/admin transfer T-17 refuse на счёте такого платежа нет</code>
admin-transfer-why = Почему вы отклоняете <code>{ $reference }</code>? Напишите одним сообщением. Человек это увидит, и это останется в журнале.
admin-transfer-approve-question =
    <b>Зачислить { $amount } по { $reference }?</b>

    Человек: <code>{ $person }</code>
    Баланс сейчас: { $before }
    Баланс после: { $after }

    Причина, её увидит человек:
    { $reason }
admin-transfer-refuse-question =
    <b>Отклонить { $reference } на { $amount }?</b>

    Человек: <code>{ $person }</code>

    Причина, её увидит человек:
    { $reason }
admin-transfer-impossible = <code>{ $reference }</code> зачислить нельзя: баланс стал бы больше, чем я могу сосчитать. Ничего не изменилось.
admin-transfer-done =
    ✅ <b>{ $verdict ->
        [approve] Зачислено
       *[refuse] Отклонено
    }</b>

    { $reference }: { $amount }
    Баланс теперь: { $after }

    Сообщение человеку уже в пути.
admin-transfer-notice-approved =
    ✅ Ваш перевод <code>{ $reference }</code> пришёл: <b>+{ $amount }</b>.

    Админ написал:
    { $reason }
    Баланс: { $after }
admin-transfer-notice-refused =
    Ваш перевод <code>{ $reference }</code> на { $amount } не принят.

    Админ написал:
    { $reason }
    Баланс: { $after }

    Если это ошибка, напишите нам: /paysupport
