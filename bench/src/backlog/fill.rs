//! Updates written by SQL: a table of a million rows in the time the server takes to write them.
//!
//! ```text
//!   pending:   insert ──> vacuum, analyze
//!   done:      insert pending ──> done ──> vacuum ──> the next batch       as life leaves them
//! ```
//!
//! A done row was pending once, and its entry in the index of what is pending goes away only with a
//! vacuum. Rows that were written as done would hide what is left of that.
//!
//! The updates are what the load posts, letter by letter: the same text with the server's own
//! placeholders in it.

use anyhow::Result;
use tokio_postgres::Client;

use crate::load::update::{self, People, UpdateId};

/// Rows of one statement.
const BATCH: i64 = 50_000;

/// Some updates that follow each other; the people take turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Updates {
    pub(crate) people: People,
    pub(crate) first: UpdateId,
    pub(crate) count: i64,
}

impl Updates {
    /// The first of a person's updates, and how far apart they are.
    pub(crate) fn lane(&self, person: i64) -> (UpdateId, i64) {
        (UpdateId(self.first.0 + person - self.people.first), self.people.count)
    }

    fn batches(self) -> impl Iterator<Item = (i64, i64)> {
        let starts = (0..self.count).step_by(usize::try_from(BATCH).unwrap_or(1));
        starts.map(move |start| (start, (start + BATCH).min(self.count)))
    }

    /// Writes the rows from `start` to before `end`.
    fn insert(&self, (start, end): (i64, i64), date: u64) -> String {
        let payload = update::start(&"%1$s", &"%2$s", date);
        let (id, person, people) = (self.first.0, self.people.first, self.people.count);
        format!(
            "insert into inbox (update_id, lane, payload)
            select
                id,
                person,
                convert_to(format('{payload}', id, person), 'UTF8')
            from (
                select
                    {id} + place as id,
                    {person} + place % {people} as person
                from generate_series({start}::bigint, {end}::bigint - 1) as place
            ) as written
            order by id"
        )
    }
}

/// Writes them as pending.
pub(crate) async fn pending(client: &Client, updates: Updates) -> Result<()> {
    let date = update::now();
    for (turn, batch) in updates.batches().enumerate() {
        client.batch_execute(&updates.insert(batch, date)).await?;
        tell("pending", turn, batch.1, updates.count);
    }
    Ok(())
}

/// Writes them as done.
pub(crate) async fn done(client: &Client, updates: Updates) -> Result<()> {
    const DONE: &str = "update inbox
        set state = 1,
            done_at = trt_now(),
            done_epoch = 0
        where state = 0";
    let date = update::now();
    for (turn, batch) in updates.batches().enumerate() {
        client.batch_execute(&updates.insert(batch, date)).await?;
        client.batch_execute(DONE).await?;
        // Not in one call with the others: that would be a transaction.
        client.batch_execute("vacuum inbox").await?;
        tell("done", turn, batch.1, updates.count);
    }
    Ok(())
}

/// Leaves the table as it is once autovacuum and the checkpointer have caught up.
pub(crate) async fn tidy_up(client: &Client) -> Result<()> {
    client.batch_execute("vacuum analyze inbox").await?;
    client.batch_execute("checkpoint").await?;
    Ok(())
}

fn tell(what: &str, turn: usize, written: i64, count: i64) {
    const EVERY: usize = 5;
    if turn % EVERY == EVERY - 1 {
        eprintln!("bench: {written} of {count} {what} rows");
    }
}

#[cfg(test)]
mod tests {
    use super::{BATCH, People, UpdateId, Updates};

    const PEOPLE: People = People { first: 70, count: 7 };

    fn updates(count: i64) -> Updates {
        Updates { people: PEOPLE, first: UpdateId(1_000), count }
    }

    #[test]
    fn batches_cover_every_row_once() {
        let batches: Vec<_> = updates(2 * BATCH + 1).batches().collect();

        let expected = [(0, BATCH), (BATCH, 2 * BATCH), (2 * BATCH, 2 * BATCH + 1)];
        assert_eq!(batches, expected);
        assert_eq!(updates(3).batches().collect::<Vec<_>>(), [(0, 3)]);
    }

    #[test]
    fn the_people_take_turns() {
        assert_eq!(updates(100).lane(70), (UpdateId(1_000), 7));
        assert_eq!(updates(100).lane(76), (UpdateId(1_006), 7));
    }

    #[test]
    fn nothing_in_the_text_is_taken_for_a_placeholder_or_the_end_of_it() {
        let sql = updates(1).insert((0, 1), 5);
        let text = sql.split('\'').nth(1).unwrap();

        assert_eq!(
            text.matches('%').count(),
            text.matches("%1$s").count() + text.matches("%2$s").count()
        );
        assert!(text.starts_with(r#"{"update_id":%1$s,"#) && text.ends_with('}'), "{text}");
    }
}
