-- Which part types the database has: a copy of an older version leaves newer ones as they are.
alter table shop_facts add column taxonomy_version integer not null default 0;
