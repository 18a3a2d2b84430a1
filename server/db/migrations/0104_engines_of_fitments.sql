-- The engine that a part demands ('2.0 diesel', or empty), where it sits, and what else has to hold ('with air conditioning').
alter table fitments
  add column engine text not null default '',
  add column position text not null default '',
  add column qualifier text not null default '';

-- A note was 'a restriction in words' (0041): whoever has another equipment should not read that the part fits.
update fitments set qualifier = note, note = '' where note <> '';
