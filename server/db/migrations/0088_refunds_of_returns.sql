alter table returns add constraint returns_refund_id_fkey foreign key (refund_id) references refunds (id);
