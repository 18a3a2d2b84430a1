-- without transaction
-- The newest lists with their PO numbers, which are looked through without reading the lists.
create index concurrently if not exists batches_newest_numbers on batches (created_at desc, id desc) include (po_number);
