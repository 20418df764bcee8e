//! The one list of what is held of a person: every table, what they are told of it, what becomes of it.
//!
//! A new table gets its line here in the change that adds it. Whoever writes it asks: does a row of it speak of a
//! person? Then they are told it (a condition with their number, `$1`), and it is cleared when they leave, kept for a
//! reason, or swept.
//!
//! Statements run in the order of the list, each with the number as `$1`: what refers to a row comes before it.

mod table;

pub use self::table::{Held, Leaving, Told};

use self::Leaving::{Cleared, Kept, Swept};
use self::table::{held, nobody, untold};

const BOOKS: Leaving = Kept("the books: amounts and dates under a number, without a name");

const OURS: &str = "how we work with those who make results; the order itself is told";

/// Every table there is.
pub const HELD: &[Held] = &[
    // Free text about them, found by what it was about, while that is still there.
    held(
        "audit_words",
        "why operators did what they did about you, in their words",
        "audit_id in (select id from audit_log where subject = 'person:' || $1) order by audit_id desc",
        Cleared(&[
            "delete from audit_words where audit_id in (\
                select id from audit_log where subject = 'person:' || $1 \
                or subject in (select 'payment:' || charge_id from payments where person_id = $1) \
                or subject in (select 'transfer:' || id from transfer_requests where person_id = $1) \
                or subject in (select 'u' || id from dead_letters where lane = $1) \
                or subject in (select reference from dead_letters where lane = $1) \
                or exists (select from outbox where chat_id = $1 and outbox.id = case \
                    when subject ~ '^s[0-9]{1,18}$' then substr(subject, 2)::bigint end))",
            "delete from audit_words \
             where reason ~ ('(^|[^0-9])' || $1 || '($|[^0-9])')",
        ]),
    ),
    untold(
        "operator_requests",
        "what operators asked for, for 90 days",
        Cleared(&["update operator_requests set reason = '-', details = '', outcome = null \
         where state <> 0 and (subject in (select 'u' || id from dead_letters where lane = $1) \
             or subject in (select reference from dead_letters where lane = $1) \
             or subject in (select charge_id from payments where person_id = $1) \
             or exists (select from outbox where chat_id = $1 and outbox.id = case \
                 when subject ~ '^s[0-9]{1,18}$' then substr(subject, 2)::bigint end) \
             or concat_ws(' ', subject, details, reason, outcome) \
                 ~ ('(^|[^0-9])' || $1 || '($|[^0-9])'))"]),
    ),
    // What the person wrote and was told.
    held(
        "inbox",
        "your messages and taps as Telegram delivered them, of the last days",
        "lane = $1 and id > (select coalesce(max(id), 0) from inbox) - 200000 and payload <> '' order by id desc",
        Swept,
    ),
    held(
        "outbox",
        "what I said to you in the last days, and what is still to be said",
        "chat_id = $1 and id > (select coalesce(max(id), 0) from outbox) - 200000 and body <> '' order by id desc",
        Cleared(&[
            // What is being sent this very moment is swept; what carried a result shows that it was delivered.
            "delete from outbox where chat_id = $1 and state in (0, 4)",
        ]),
    ),
    untold("outbox_facts", "numbers of messages", Kept("numbers of messages, for a week")),
    held(
        "dead_letters",
        "messages of yours that I could not handle",
        "lane = $1 order by id desc",
        Cleared(&["delete from dead_letters where lane = $1"]),
    ),
    untold("inbox_unreadable", "whose it is cannot be read", Swept),
    untold(
        "notices",
        "when I last said that I am being updated",
        Cleared(&["delete from notices where chat_id = $1"]),
    ),
    // Questions to operators.
    held(
        "support_messages",
        "your questions to support, and the answers",
        "request_id in (select id from support_requests where person_id = $1) order by id desc",
        Cleared(&[
            "update outbox set body = '' where state in (2, 5) and id in (\
                select outbox_id from support_copies join support_requests \
                on support_requests.id = support_copies.request_id where person_id = $1)",
            "delete from outbox where state in (0, 3, 4, 6) and id in (\
                select outbox_id from support_copies join support_requests \
                on support_requests.id = support_copies.request_id where person_id = $1)",
        ]),
    ),
    untold("support_copies", "by which messages operators were told", Cleared(&[])),
    held(
        "support_requests",
        "when you asked support, and as what you were called then",
        "person_id = $1 order by id desc",
        // Messages and copies go with their request.
        Cleared(&["delete from support_requests where person_id = $1"]),
    ),
    // What was ordered and made.
    held(
        "samples",
        "results of yours that everybody may see",
        "generation_id in (select id from generations where person_id = $1) or added_by = $1",
        Cleared(&[
            "delete from samples \
             where generation_id in (select id from generations where person_id = $1)",
            "update samples set added_by = null where added_by = $1",
        ]),
    ),
    untold(
        "media",
        "the bytes of results that are still on their way to you",
        Cleared(&[
            "delete from media where generation_id in (select id from generations where person_id = $1)",
        ]),
    ),
    held(
        "results",
        "what was made for you: Telegram's ids of the files, and where they were",
        "generation_id in (select id from generations where person_id = $1) order by generation_id desc, no",
        Cleared(&["delete from results \
             where generation_id in (select id from generations where person_id = $1)"]),
    ),
    untold("doorbells", OURS, Kept("numbers of attempts, for a day")),
    untold(
        "attempts",
        OURS,
        Cleared(&[
            "update attempts set task_id = null, next_look_at = null where ended_at is not null \
         and generation_id in (select id from generations where person_id = $1)",
        ]),
    ),
    held(
        "generations",
        "your orders: what you asked for, what it cost, what came of it",
        "person_id = $1 order by id desc",
        Cleared(&[
            "update generations set input = '', uploads = null, quote_id = gen_random_uuid(), \
             result = case when result is null then null else '' end, \
             status_row = null, status_message = null, repeats = null where person_id = $1",
        ]),
    ),
    held("holds", "what was set apart for your orders", "person_id = $1 order by id desc", BOOKS),
    held(
        "free_use",
        "how often you used models for free, day by day",
        "person_id = $1 order by day desc",
        Kept("limits of free use, which hold for whoever comes back; numbers only"),
    ),
    untold("losses", OURS, Kept("what attempts cost us")),
    untold(
        "model_failures",
        "what speaks against models, for two days",
        Cleared(&["delete from model_failures where person_id = $1"]),
    ),
    held(
        "favourites",
        "your favourite models",
        "person_id = $1 order by liked_at desc",
        Cleared(&["delete from favourites where person_id = $1"]),
    ),
    held(
        "last_used",
        "what you ordered last of each kind",
        "person_id = $1",
        Cleared(&["delete from last_used where person_id = $1"]),
    ),
    // Money.
    held(
        "invoices",
        "what you were offered to pay for, with the order that was kept for it",
        "person_id = $1 order by created_at desc",
        Cleared(&["update invoices set kept = null, kept_until = null \
             where person_id = $1 and kept is not null"]),
    ),
    held("payments", "what you paid", "person_id = $1 order by paid_at desc", BOOKS),
    held(
        "refunds",
        "payments that went back to you",
        "charge_id in (select charge_id from payments where person_id = $1)",
        Cleared(&["update refunds set reason = '-' \
             where charge_id in (select charge_id from payments where person_id = $1)"]),
    ),
    held(
        "refused_refunds",
        "payments that Telegram would not give back",
        "charge_id in (select charge_id from payments where person_id = $1)",
        Cleared(&["update refused_refunds set reason = '-' \
             where charge_id in (select charge_id from payments where person_id = $1)"]),
    ),
    held("subscriptions", "your plans", "person_id = $1 order by began_at desc", BOOKS),
    held(
        "money_calls",
        "what Telegram was asked about your money",
        "person_id = $1 order by id desc",
        BOOKS,
    ),
    held(
        "unbooked_payments",
        "payments that are being looked into",
        "person_id = $1",
        Kept("money that nobody has found the owner of yet"),
    ),
    held(
        "star_transactions",
        "your payments as Telegram lists them",
        "person_id = $1 order by at desc",
        Kept("Telegram's own list, against which the books are held"),
    ),
    held(
        "transfer_requests",
        "your bank transfers and their receipts",
        "person_id = $1 order by asked_at desc",
        Cleared(&[
            // What tells one receipt from another stays, so that none is shown twice: no file is found by it.
            "update transfer_requests set receipt_file = '' \
             where person_id = $1 and receipt_file is not null",
            "update transfer_requests set reason = '' where person_id = $1 and reason is not null",
        ]),
    ),
    held("accounts", "your accounts in the books", "person_id = $1", BOOKS),
    held(
        "transfers",
        "everything that moved on your accounts",
        "debit_id in (select id from accounts where person_id = $1) \
         or credit_id in (select id from accounts where person_id = $1) order by id desc",
        BOOKS,
    ),
    held("imports", "what you had in the bot before this one", "person_id = $1", BOOKS),
    untold("seals", "digests of the books", Kept("digests of the books")),
    untold(
        "differences",
        "what the books and Telegram differ in",
        Cleared(&[
            "update differences set reason = '-' where reason is not null and (subject = $1::text \
         or subject in (select charge_id from payments where person_id = $1))",
        ]),
    ),
    untold(
        "operator_news",
        "what operators are about to be told; gone with it",
        Cleared(&["delete from operator_news where person_id = $1"]),
    ),
    // What operators keep of them.
    held(
        "person_notes",
        "what operators wrote down about you",
        "person_id = $1 order by id desc",
        Cleared(&["delete from person_notes where person_id = $1"]),
    ),
    held(
        "bans",
        "that you are not served, and since when",
        "person_id = $1",
        Kept("a number, so that leaving is no way around it"),
    ),
    held(
        "channel_standings",
        "whether you were in the channel for free use when I asked last",
        "person_id = $1",
        Cleared(&["delete from channel_standings where person_id = $1"]),
    ),
    held(
        "promo_uses",
        "the promo codes that you used",
        "person_id = $1 order by used_at desc",
        BOOKS,
    ),
    untold("broadcasts", "what operators write to everybody", Kept("it is about nobody")),
    // Invitations.
    held(
        "referrals",
        "who invited you, and whom you invited",
        "invited_id = $1 or referrer_id = $1",
        // What moved money belongs to the books.
        Cleared(&["delete from referrals where invited_id = $1 and charge_id is null"]),
    ),
    held(
        "invite_codes",
        "the code in your link",
        "person_id = $1",
        Cleared(&[
            "delete from invite_codes where person_id = $1 \
             and not exists (select from referrals where referrer_id = $1)",
            // Somebody came by it: the row stays, and the link leads nowhere any more.
            "update invite_codes \
             set code = encode(substring(uuid_send(gen_random_uuid()) from 1 for 5), 'hex') \
             where person_id = $1",
        ]),
    ),
    held(
        "guard_refusals",
        "how often your words were refused; the words are kept nowhere",
        "person_id = $1",
        Kept("a number, so that nobody begins anew at misusing the bot"),
    ),
    // What was done by people with power.
    held(
        "audit_log",
        "what operators did about you",
        "subject = 'person:' || $1 order by id desc",
        Kept("what people with power did: never changed"),
    ),
    // The person.
    held(
        "departures",
        "that you want to be deleted",
        "person_id = $1",
        Cleared(&["update departures set erased_at = trt_now() where person_id = $1"]),
    ),
    held(
        "conversations",
        "you: language, settings, the link that led you here, what you are putting together",
        "person_id = $1",
        Cleared(&["update conversations set language = null, language_tag = null, state = '', \
             start_payload = null, said = null, full_quality = false, welcomed_at = null, \
             tapped_message = null, tapped_hash = null, tapped_at = null, late_at = null, \
             data_sent_at = null, name = '', username = null, came_at = null, seen_at = null, \
             news_off = false, deleted_at = trt_now(), updated_at = trt_now() \
             where person_id = $1"]),
    ),
    // Of nobody.
    nobody("_sqlx_migrations"),
    nobody("charts"),
    nobody("closures"),
    nobody("credit_samples"),
    nobody("free_days"),
    nobody("free_models"),
    nobody("gift_days"),
    nobody("guard_changes"),
    nobody("guard_words"),
    nobody("leader_beat"),
    nobody("leader_history"),
    nobody("leader_owner"),
    nobody("leader_request"),
    nobody("leader_term"),
    nobody("lock_timing"),
    nobody("loss_days"),
    nobody("model_use"),
    nobody("operator_notices"),
    nobody("operator_watches"),
    nobody("outside_status"),
    nobody("pauses"),
    nobody("periodic_work"),
    nobody("promo_codes"),
    nobody("reconciliations"),
    nobody("schema_compat"),
    nobody("star_list"),
    nobody("telegram_profile"),
    nobody("telegram_setup"),
];
