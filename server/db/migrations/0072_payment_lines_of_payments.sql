alter table payment_lines add constraint payment_lines_intent_id_fkey foreign key (intent_id) references payments (intent_id) not valid;
