-- Batches by the beginning of their PO numbers, which most have not.
-- without transaction
create index concurrently if not exists batches_by_po_number on batches (lower(po_number), id) where po_number <> '';
