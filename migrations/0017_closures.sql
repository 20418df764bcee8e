-- What cannot be ordered now: why, since when, by whom, until when.
select 1;
