# Вопросы людям и их ответы.

support-write =
    💬 <b>Вопрос об оплате</b>

    Напишите одним сообщением, что случилось. Можно приложить фото или файл. Хорошо, если назовёте время платежа или его номер из чека в Telegram.

    Прочитают люди, ответ придёт в этот чат. Если передумали: /cancel
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
    💬 <b>Вопрос об оплате</b> № { $number }

    { $name }, <code>{ $person }</code>
    Баланс: { $balance }
support-card-words =
    Пишет:
    { $words }
support-card-payments = Последние платежи:
support-card-no-payments = Платежей ещё не было.
support-card-answer = Ответьте на это сообщение или напишите: <code>/admin answer { $number } текст</code>
support-card-file = К вопросу № { $number }

support-answered = ✅ Отправил человеку <code>{ $person }</code>, вопрос № { $number }.
support-answered-again = ✅ Отправил человеку <code>{ $person }</code>, вопрос № { $number }. На него уже отвечали раньше.
support-answered-later = <code>{ $person }</code> заблокировал бота. Ответ на вопрос № { $number } дождётся его возвращения.
support-answer-form = Вот так: <code>/admin answer &lt;номер вопроса&gt; &lt;текст&gt;</code>
support-answer-unknown = Вопроса № { $number } нет. Ничего не отправлено.
support-answer-kind = Ничего не отправлено. Ответом могут быть слова, фото, видео, звук или файл.
