-- How many checks of an import were begun: it tells one check from another, so that nobody applies another than the one looked at.
alter table imports add column checks integer not null default 0;
