-- Whether a part still shows a picture.
-- without transaction
create index concurrently if not exists parts_by_image on parts (image);
