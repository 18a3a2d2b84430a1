-- What an import does not go on with after some tries, and what an undoing needs to give suppliers their numbers back.
alter table imports add column attempts integer not null default 0;
-- Whether the supplier's lists had brought the part before, under which number, and which part had the number that this one took.
alter table import_parts add column link_before jsonb;
