-- What else is known of a part. Copies of an older version insert without these columns.
alter table parts
  add column type_id text,
  add column image_alt text not null default '',
  -- By the keys of its type's attributes: numbers, and texts out of the attribute's choices.
  add column attributes jsonb not null default '{}',
  add column replaced_by uuid,
  -- The updated_at of the facts that `search` was made from: an older copy changes facts and leaves the words as they were.
  add column search_as_of timestamptz,
  -- Brands that were there before this are given their rows in background work.
  add constraint parts_brand_fkey foreign key (brand) references brands (name) on update cascade not valid,
  add constraint parts_type_fkey foreign key (type_id, category_id) references part_types (id, category_id) on update cascade not valid,
  add constraint parts_type_has_category check (type_id is null or category_id is not null) not valid,
  add constraint parts_replaced_by_fkey foreign key (replaced_by) references parts (id) not valid,
  add constraint parts_replaced_by_another check (replaced_by <> id) not valid;
