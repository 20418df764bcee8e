-- What KIE charged without income, day by day.
select 1;
