-- What operators are told, whatever it is about: one mechanism for money, trouble, takeovers and the books.

-- person_id: null: it is about nobody. times: how often it happened. details: what stands beside the subject.
alter table operator_news
    alter column person_id drop not null,
    alter column stars set default 0,
    add column times int not null default 1,
    add column details text not null default '',
    add constraint operator_news_happened check (times > 0),
    add constraint operator_news_details_bounded check (octet_length(details) <= 200);

-- For what is old: nobody was there to be told.
create index operator_news_happened_at on operator_news (happened_at);

-- One row is something that operators are told once when it changes, or when it lasts.
--
-- state: how it stands, in a word. since: since when. told: that it stands so is told.
create table operator_watches (
    subject text not null,
    state text not null,
    since timestamptz not null default trt_now(),
    told boolean not null default false,
    constraint operator_watches_pkey primary key (subject)
);
