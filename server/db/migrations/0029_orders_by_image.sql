-- Whether an order still shows a picture.
-- without transaction
create index concurrently if not exists orders_by_image on orders (image);
