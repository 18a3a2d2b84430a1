-- The words of a part also come from other tables (its type's names, its numbers), so the shop writes them itself; rows keep theirs.
alter table parts alter column search drop expression if exists;
