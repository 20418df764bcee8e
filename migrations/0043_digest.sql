-- The daily digest: what a day of the books came to.

-- A day of transfers, found without reading the years before it.
create index transfers_at on transfers using brin (at);
