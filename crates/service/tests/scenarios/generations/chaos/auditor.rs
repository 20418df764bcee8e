//! The books, audited after every end of a generation; several that ended in one moment together.

use simulator::world::World;
use store::DatabaseUrl;
use store::audit::audit;
use testbed::server::connect;

const ENDED: &str = "select count(*) from generations where ended_at is not null";

/// Whoever looks, and what they have seen so far.
#[derive(Debug, Default)]
pub(super) struct Auditor {
    ended: i64,
    /// How often the books were audited.
    pub(super) audits: usize,
}

impl Auditor {
    /// Audits the books if something has ended since the last time.
    pub(super) async fn looks(&mut self, world: &World) {
        let url = world.database_url();
        let client = connect(&url).await.unwrap();
        let ended: i64 = client.query_one(ENDED, &[]).await.unwrap().get(0);
        if ended == self.ended {
            return;
        }
        let findings = audit(&DatabaseUrl::parse(&url).unwrap()).await.unwrap();
        let broken: Vec<_> = findings.iter().filter(|finding| !finding.is_well()).collect();
        assert!(broken.is_empty(), "after {ended} ends: {broken:#?}");
        (self.ended, self.audits) = (ended, self.audits + 1);
    }
}
