-- Two lines for each chat, and copies of results with an end.
select 1;
