-- What was brought to KIE for an order: its files, once, and what they measured.
select 1;
