# Вопросы людям и их ответы.

support-write =
    💬 <b>Вопрос об оплате</b>

    Напишите одним сообщением, что случилось. Можно приложить фото или файл. Хорошо, если назовёте время платежа или его номер из чека в Telegram.

    Прочитают люди, ответ придёт в этот чат. Если передумали: /cancel
support-general =
    💬 <b>Поддержка</b>

    Напишите одним сообщением, чем помочь. Можно приложить фото или файл.

    Прочитают люди, ответ придёт в этот чат. Если передумали: /cancel
support-contact = Можно написать и сюда: { $contact }
support-sent = ✅ Передал. Ответ придёт в этот чат.
support-full = Ваши сообщения ({ $count }) у нас, ни одно не потерялось. Ответить мы ещё не успели. Дождитесь, пожалуйста, ответа, а потом пишите дальше.
support-kind = Могу передать слова, фото, видео, звук или файл. Пришлите, пожалуйста, что-то из этого, или /cancel
support-answer =
    💬 <b>Ответ поддержки</b>
    { $words }
support-answer-file = 💬 <b>Ответ поддержки</b> в файле, вот он.
support-button-write = Спросить об оплате
support-button-reply = Написать ещё

support-card =
    { $topic ->
        [payment] 💬 <b>Вопрос об оплате</b> № { $number }
       *[general] 💬 <b>Сообщение в поддержку</b> № { $number }
    }

    { $name }, <code>{ $person }</code>
    Баланс: { $balance }
support-card-words =
    Пишет:
    { $words }
support-card-payments = Последние платежи:
support-card-no-payments = Платежей ещё не было.
support-card-plans = Подписка: { $plans }
support-card-open = Открытые вопросы: { $numbers }
support-card-orders = Последние заказы:
support-card-order = – { $model }, { $at }, { $state ->
        [delivered] доставлен
        [failed] не получился
        [cancelled] отменён
       *[working] в работе
    }
support-card-answer = Ответьте на это сообщение или напишите: <code>/admin answer { $number } текст</code>
support-card-file = К вопросу № { $number }

support-answered = ✅ Отправил человеку <code>{ $person }</code>, вопрос № { $number }.
support-answered-again = ✅ Отправил человеку <code>{ $person }</code>, вопрос № { $number }. На него уже отвечали раньше.
support-answered-closed = ✅ Отправил человеку <code>{ $person }</code>. Вопрос № { $number } был закрыт и снова открыт.
support-answered-later = <code>{ $person }</code> заблокировал бота. Ответ на вопрос № { $number } дождётся его возвращения.
support-answer-form = Вот так: <code>/admin answer &lt;номер вопроса&gt; &lt;текст&gt;</code>
support-answer-gone = Ничего не отправлено. Автор вопроса № { $number } удалил свои данные: писать некому.
support-answer-unknown = Вопроса № { $number } нет. Ничего не отправлено.
support-answer-kind = Ничего не отправлено. Ответом могут быть слова, фото, видео, звук или файл.

support-list = 💬 <b>Открытые вопросы</b>: { $all }. Те, что со значком, ждут ответа.
support-list-none = 💬 Открытых вопросов нет.
support-talk =
    💬 <b>Вопрос № { $number }</b>, { $state ->
        [open] ждёт ответа
        [closed] закрыт
       *[answered] с ответом
    }

    <code>{ $person }</code>, { $topic ->
        [payment] об оплате
       *[general] в поддержку
    }
support-said = { $who ->
        [admin] Поддержка
       *[person] Человек
    }, { $at }:
    { $words }
support-said-file = { $who ->
        [admin] Поддержка
       *[person] Человек
    }, { $at }: файл
support-closed = ✅ Вопрос № { $number } закрыт. Человеку <code>{ $person }</code> это сказано.
support-closed-before = Вопрос № { $number } уже закрыт.
support-closing = 💬 Ваш вопрос № { $number } закрыт. Если что-то осталось, просто напишите ещё раз.
support-button-cases = 💬 Открытые вопросы
support-button-close = Закрыть
support-button-look = Что было сказано
