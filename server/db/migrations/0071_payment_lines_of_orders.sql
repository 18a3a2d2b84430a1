alter table orders drop constraint orders_transaction_id_key;
alter table payment_lines add constraint payment_lines_order_id_fkey foreign key (order_id) references orders (id) not valid;
