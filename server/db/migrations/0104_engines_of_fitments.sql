-- The engine that a part demands ('2.0 diesel', or empty), where it sits, and what is good to know; the note says what else has to hold.
alter table fitments
  add column engine text not null default '',
  add column position text not null default '',
  add column remark text not null default '';
