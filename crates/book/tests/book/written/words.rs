//! What commands do, in the words that stand nowhere else.

/// The commands of the program, in Russian.
pub(super) const TRT: &[(&str, &str)] = &[
    ("trt serve", "Запускает бота"),
    ("trt migrate", "Применяет миграции и завершается"),
    ("trt check", "Говорит, всё ли готово к работе, а где нет — что сделать"),
    ("trt health", "Говорит, готов ли экземпляр на этой машине; проверка для хостингов и образов"),
    ("trt smoke", "Пробует работающие экземпляры снаружи"),
    (
        "trt logcheck",
        "Ищет в журнале выкладки неладное: ошибки, паники, две активации одного срока, секреты",
    ),
    ("trt lock status", "Показывает, кто активен, с каких пор, и последние сроки"),
    ("trt lock handover", "Просит активный экземпляр передать роль"),
    ("trt dead list", "Перечисляет отложенное, сначала новое"),
    (
        "trt dead show",
        "Показывает одно из отложенного: факты и ничего из того, что написал человек",
    ),
    ("trt dead retry", "Обрабатывает или отправляет ещё раз"),
    ("trt dead drop", "Убирает из списка"),
    (
        "trt closures list",
        "Перечисляет закрытое: почему, с каких пор, кем, до каких пор и что будет дальше",
    ),
    ("trt closures open", "Открывает сразу, что бы ни закрыло"),
    ("trt closures close", "Закрывает, пока эта же команда не откроет"),
    ("trt catalogue check", "Называет каждую ошибку в файлах настроек или считает модели"),
    ("trt catalogue list", "Перечисляет модели с ценами"),
    (
        "trt catalogue price",
        "Показывает, во что обходится заказ, почём он продаётся и что приносит",
    ),
    ("trt books audit", "Сверяет учёт с его инвариантами"),
    (
        "trt books reconcile",
        "Сверяет учёт со списком звёзд Telegram и кредитами KIE; 1, пока есть расхождения",
    ),
    ("trt books export", "Пишет проводки в CSV, между начальными и конечными остатками"),
    (
        "trt books margin",
        "Показывает, что каждая модель приносит и во что обходится, сначала худшие",
    ),
    (
        "trt setup",
        "Пишет файл переменных и юнит или compose-файл сервера; можно запускать повторно",
    ),
    ("trt import", "Переносит людей, балансы и языки Python-бота, каждого один раз"),
];

/// The commands of `./dev`, in Russian.
pub(super) const DEV: &[(&str, &str)] = &[
    ("./dev demo", "весь бот на этой машине, с поддельным Telegram"),
    ("./dev run", "настоящий бот на этой машине, сам спрашивает Telegram"),
    (
        "./dev test",
        "формат, линтер, все тесты, документация; --slow добавляет долгие прогоны с отказами",
    ),
    ("./dev bench", "все измерения или одно, каждое рядом с соседом или голым пределом"),
    ("./dev mutants", "нарочно ломает протокол и показывает, какой тест это замечает"),
    ("./dev docs", "эта книга на двух языках, в target/book; говорит, где она"),
    ("./dev image", "образ контейнера через docker, podman или buildah; говорит его размер"),
    ("./dev release", "приёмка выкладки: check, smoke, журнал, затем тег"),
    ("./dev help", "этот список"),
];

/// The commands of the simulators, in English and in Russian.
pub(super) const SIMULATORS: &[(&str, &str, &str)] = &[
    (
        "trt-sim demo",
        "two instances with a chat page and a private PostgreSQL, until Ctrl-C",
        "два экземпляра со страницей чата и своим PostgreSQL, до Ctrl-C",
    ),
    ("trt-sim kie", "a fake KIE, until Ctrl-C", "поддельный KIE, до Ctrl-C"),
    ("trt-sim telegram", "a fake Telegram, until Ctrl-C", "поддельный Telegram, до Ctrl-C"),
];

/// The commands that Telegram does not list.
pub(super) const UNLISTED: &[(&str, &str, &str)] = &[
    (
        "generate",
        "the same as the models, from an older bot",
        "то же, что модели, из прежнего бота",
    ),
    (
        "my_data",
        "everything that is held of the person, as a file",
        "всё, что хранится о человеке, файлом",
    ),
    ("delete_me", "deletes the person, after a question", "удаляет человека, после вопроса"),
    (
        "admin",
        "the desk of the operators; nobody else has it",
        "стол администраторов; больше ни у кого его нет",
    ),
];

/// What stands behind `/admin`: the form, in English, in Russian.
pub(super) const ADMIN: &[(&str, &str, &str)] = &[
    (
        "user WHO",
        "a person by number, @name, the beginning of a name, a charge or a reference",
        "человек по номеру, @имени, началу имени, платежу или коду обращения",
    ),
    ("people", "how to find somebody", "как кого-нибудь найти"),
    (
        "adjust ID AMOUNT REASON",
        "a correction of a balance, after a question",
        "исправление баланса, после вопроса",
    ),
    (
        "payments ID",
        "the last payments of somebody; without a number what is not booked",
        "последние платежи человека; без номера — чего нет в учёте",
    ),
    (
        "refund CHARGE REASON",
        "gives a payment back; without a reason only shows what it would do",
        "возвращает платёж; без причины только показывает, что получится",
    ),
    ("pay test", "one Star that comes back by itself", "одна звезда, которая вернётся сама"),
    (
        "ban ID REASON",
        "somebody is no longer served; what runs finishes",
        "человек больше не обслуживается; начатое дойдёт",
    ),
    ("unban ID REASON", "they are served again", "снова обслуживается"),
    (
        "note ID WORDS",
        "something that other admins should know of somebody",
        "что другим админам стоит знать о человеке",
    ),
    (
        "model KEY",
        "a model; `on`, `off` or `free 3 1` behind it changes it",
        "модель; `on`, `off` или `free 3 1` следом её меняет",
    ),
    (
        "models",
        "the models that sold in 30 days, with what each brought",
        "модели, которые продавались 30 дней, и что каждая принесла",
    ),
    (
        "closures",
        "what is closed and why, with a button to open it",
        "что закрыто и почему, с кнопкой открыть",
    ),
    (
        "dead ID",
        "what was set aside; `retry` and `drop` with a reason",
        "отложенное; `retry` и `drop` с причиной",
    ),
    (
        "differences",
        "what the books differ in from Telegram and KIE",
        "в чём учёт расходится с Telegram и KIE",
    ),
    ("resolve ID REASON", "takes a difference over", "принимает расхождение"),
    ("orders", "whether orders are taken, with buttons", "принимаются ли заказы, с кнопками"),
    (
        "pause WORDS",
        "no orders are taken, people read the words",
        "заказы не принимаются, люди читают текст",
    ),
    ("hold", "orders are taken, and none is given to KIE", "заказы принимаются, но не начинаются"),
    ("resume", "orders are taken as always", "заказы принимаются как всегда"),
    (
        "lock",
        "who is active, the last terms, a button that hands over",
        "кто активен, последние сроки, кнопка передачи роли",
    ),
    (
        "transfers",
        "bank transfers that wait for a decision",
        "банковские переводы, которые ждут решения",
    ),
    ("transfer NUMBER", "one of them", "один из них"),
    (
        "support NUMBER",
        "questions that are not closed, or one of them",
        "незакрытые вопросы или один из них",
    ),
    (
        "answer NUMBER WORDS",
        "an answer to a question; a reply to its message does the same",
        "ответ на вопрос; то же делает ответ на сообщение о нём",
    ),
    ("broadcast", "messages to many people", "рассылки"),
    (
        "promo CODE",
        "a promo code: made, looked at, ended",
        "промокод: создать, посмотреть, закончить",
    ),
    ("promos", "the promo codes", "промокоды"),
    ("campaigns", "which links brought whom", "какие ссылки кого привели"),
    ("stats", "days and weeks in numbers, and as a picture", "дни и недели в цифрах и картинкой"),
    ("digest", "today so far", "сегодняшний день на этот час"),
    (
        "abuse",
        "fresh accounts that live on what is free",
        "новые аккаунты, которые живут на бесплатном",
    ),
    (
        "guard",
        "words that orders must not hold; `add` and `remove` change them",
        "слова, которых не должно быть в заказах; `add` и `remove` их меняют",
    ),
    ("words", "the same list, by its button", "тот же список, с кнопки"),
    ("commands", "what stands here, in short", "то же, что здесь, коротко"),
];
