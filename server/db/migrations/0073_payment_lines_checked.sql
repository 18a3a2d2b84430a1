alter table payment_lines
  validate constraint payment_lines_order_id_fkey,
  validate constraint payment_lines_intent_id_fkey;
