-- The numbers of a part beside the shop's own one.
create table part_numbers (
  part_id uuid not null references parts (id),
  kind text not null check (kind in ('oe', 'competitor', 'superseded', 'barcode')),
  -- As it is printed.
  number text not null,
  -- As `parts.part_number_key`; in the order of its bytes, so that an index finds beginnings.
  number_key text collate "C" not null check (number_key <> ''),
  -- Whose number it is; empty for barcodes and for old own numbers.
  maker text not null default '',
  primary key (part_id, kind, number_key, maker)
);

-- The same number of a maker may stand at any number of parts; a barcode is one part's.
create index part_numbers_by_key on part_numbers (number_key);
create unique index part_numbers_barcode on part_numbers (number_key) where kind = 'barcode';

-- Further pictures, in their order; the first one is `parts.image`.
create table part_pictures (
  part_id uuid not null references parts (id),
  position integer not null check (position >= 1),
  image text not null,
  alt text not null,
  primary key (part_id, position)
);

create index part_pictures_by_image on part_pictures (image);
