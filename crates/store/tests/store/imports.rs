//! People of another bot on a real PostgreSQL: taken over once each, whoever asks and in whatever order.

use domain::{Language, Money, PersonId};
use futures_util::future::join_all;
use store::operators::imports::{Import, Standing};
use store::operators::old_bot::{self, OldFile};

use crate::bench::{Active, empty, url};

const ANNA: PersonId = PersonId::new(7_000_000_001);
const BORIS: PersonId = PersonId::new(7_000_000_002);
const VERA: PersonId = PersonId::new(7_000_000_003);

fn import(person: PersonId, amount: i64, language: Option<Language>) -> Import {
    Import { person, amount: Money::new(amount), language }
}

impl Active {
    async fn takes_over(&self, people: &[Import]) -> Vec<PersonId> {
        let new = self.does(async |tx| tx.operators().begin_imports(people).await).await;
        new.into_iter().map(|one| one.person).collect()
    }
}

#[tokio::test]
async fn whoever_was_taken_over_is_not_taken_over_again_and_keeps_what_they_chose_here() {
    let active = Active::on_a_new_database().await;
    active.does(async |tx| tx.people().conversation(ANNA, Some("ru")).await).await;
    active.does(async |tx| tx.people().keep_language(ANNA, Language::English).await).await;
    let russian = Some(Language::Russian);

    let first = active.takes_over(&[import(BORIS, 5, russian), import(ANNA, 7, russian)]).await;
    let again = active.takes_over(&[import(ANNA, 9, None), import(VERA, 0, None)]).await;

    assert_eq!((first, again), (vec![ANNA, BORIS], vec![VERA]));
    let languages = "select count(*) from conversations where (person_id, language) in \
        ((7000000001, 'en'), (7000000002, 'ru'))";
    assert_eq!(active.number(languages).await, 2);
    let greeted = "select count(*) from conversations where welcomed_at is not null";
    assert_eq!(active.number(greeted).await, 3, "they are no newcomers");
    let standings = active.intake.import_standings(&[ANNA, BORIS, VERA]).await.unwrap();
    let amounts: Vec<Standing> = standings.into_values().collect();
    let given = |amount| Standing::Imported(Money::new(amount));
    assert_eq!(amounts, [given(7), given(5), given(0)], "as it was the first time");
}

#[tokio::test]
async fn whoever_asked_to_be_deleted_is_left_out() {
    let active = Active::on_a_new_database().await;
    let gone = "insert into conversations (person_id, deleted_at) values (7000000001, now()); \
        insert into departures (person_id) values (7000000002)";
    active.witness.batch_execute(gone).await.unwrap();

    let taken = active.takes_over(&[ANNA, BORIS, VERA].map(|one| import(one, 5, None))).await;

    assert_eq!(taken, [VERA]);
    let standings = active.intake.import_standings(&[ANNA, BORIS]).await.unwrap();
    assert!(standings.values().all(|one| *one == Standing::Forgotten) && standings.len() == 2);
}

#[tokio::test]
async fn two_who_take_over_the_same_people_in_opposite_orders_share_them() {
    let active = Active::on_a_new_database().await;
    let people: Vec<Import> = (1..=60).map(|id| import(PersonId::new(id), id, None)).collect();
    let reversed: Vec<Import> = people.iter().rev().copied().collect();

    let taken = join_all([&people, &reversed].map(|people| active.takes_over(people))).await;

    assert_eq!(taken.concat().len(), 60, "{taken:?}");
    assert_eq!(active.number("select count(*) from imports").await, 60);
}

#[tokio::test]
async fn an_old_database_is_read_digit_by_digit_in_whatever_form_it_is() {
    let database = empty().await;
    let nothing = old_bot::read(&url(&database), &["a.json"]).await.unwrap();
    let tables = r#"
        create table storage_json (partner_id text, filename text, payload jsonb);
        insert into storage_json values
            ('p', 'a.json', '{"7": 12.570000000000002}'),
            ('p', 'b.json', '{}');
        create table wallets (user_id bigint, balance_rub numeric(12, 2), hold_rub numeric(12, 2));
        insert into wallets values (7, 0.10, 0);
    "#;
    database.connect().await.unwrap().batch_execute(tables).await.unwrap();

    let old = old_bot::read(&url(&database), &["a.json"]).await.unwrap();

    assert!(nothing.files.is_none() && nothing.wallets.is_none() && nothing.users.is_none());
    let file = OldFile {
        partner: "p".to_owned(),
        name: "a.json".to_owned(),
        payload: r#"{"7": 12.570000000000002}"#.to_owned(),
    };
    assert_eq!(old.files, Some(vec![file]));
    let row = r#"{"user_id": 7, "hold_rub": 0.00, "balance_rub": 0.10}"#;
    assert_eq!(old.wallets, Some(vec![row.to_owned()]));
    assert_eq!(old.users, None);
}
