alter table documents add constraint documents_refund_id_fkey foreign key (refund_id) references refunds (id);
