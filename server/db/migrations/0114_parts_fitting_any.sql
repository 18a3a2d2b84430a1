-- without transaction
-- Parts that fit any vehicle, by the shop's own word for it: few of a shop, of types of which most parts may name vehicles.
create index concurrently if not exists parts_fitting_any on parts (type_id, created_at desc, id desc)
  where archived_at is null and search @@ '''fits any'''::tsquery;
