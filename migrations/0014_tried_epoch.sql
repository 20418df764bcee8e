-- The try of an update that is counted before it is made belongs to the term that made it.

-- tried_epoch: the term in which its last try was begun and has not failed by itself; none: no try is
--              open. An open try counts once its term has ended without a seal.
alter table inbox add column tried_epoch bigint;
