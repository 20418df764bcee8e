-- What was brought to KIE for an order: its files, once, and what they measured.

-- has_files:    it cannot be made before its files are at KIE; null: written by an earlier release, nobody
--               has looked.
-- uploads:      the addresses of its files at KIE, as JSON: a list for each input.
-- uploads_at:   since when they are there; KIE keeps them for a day.
-- uploads_gone: KIE could not fetch them once; they were brought again, which is done once.
alter table generations
    add column has_files boolean,
    add column uploads text,
    add column uploads_at timestamptz,
    add column uploads_gone boolean not null default false;
