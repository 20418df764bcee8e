-- What an attempt needs to be looked at by a release that does not know its model.
select 1;
