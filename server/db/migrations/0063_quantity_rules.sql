-- How a part is sold in bulk. Copies of an older version insert without these columns, and sell by the rules that all parts have.
alter table parts
  -- Pieces between two quantities; 100 without it.
  add column quantity_step integer check (quantity_step > 0),
  add column largest_order integer check (largest_order > 0),
  add column pack_label text,
  -- Prices in cents for whoever orders at least so many pieces: [{"from": 500, "cents": 110}], ascending.
  add column price_breaks jsonb not null default '[]';
