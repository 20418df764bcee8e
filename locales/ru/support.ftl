# Вопросы людям и их ответы.

support-write =
    <b>Вопрос об оплате</b>

    Напишите здесь одним сообщением, что случилось; можно приложить фото или файл. Хорошо, если назовёте время платежа или его номер из чека в Telegram.

    Прочитают люди, и ответ придёт в этот чат. Если передумали: /cancel
support-sent = Передал. Ответ придёт в этот чат.
support-full = Ваши сообщения ({ $count }) у нас, ни одно не потерялось, но ответить ещё не успели. Дождитесь, пожалуйста, ответа, а потом пишите дальше.
support-kind = Сюда можно прислать слова, фото, видео, звук или файл. Попробуйте, пожалуйста, так, или /cancel
support-answer =
    <b>Ответ поддержки</b>

    { $words }
support-answer-file = <b>Ответ поддержки</b> – в файле, вот он.
support-button-write = Вопрос об оплате
support-button-reply = Написать ещё

support-card =
    <b>Вопрос об оплате</b> № { $number }

    { $name }, <code>{ $person }</code>
    Баланс: { $balance }
support-card-words =
    Пишет:
    { $words }
support-card-payments = Последние платежи:
support-card-no-payments = Платежей ещё не было.
support-card-answer = Ответьте на это сообщение или напишите: <code>/admin answer { $number } текст</code>
support-card-file = К вопросу № { $number }

support-answered = Отправил человеку <code>{ $person }</code>, вопрос № { $number }.
support-answered-again = Отправил человеку <code>{ $person }</code>, вопрос № { $number }. На него уже отвечали раньше.
support-answered-later = <code>{ $person }</code> заблокировал бота: ответ на вопрос № { $number } дождётся возвращения.
support-answer-form = Вот так: <code>/admin answer &lt;номер вопроса&gt; &lt;текст&gt;</code>
support-answer-unknown = Вопроса № { $number } нет. Ничего не отправлено.
support-answer-kind = Ничего не отправлено: ответом могут быть слова, фото, видео, звук или файл.
