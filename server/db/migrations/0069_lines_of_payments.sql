-- The lines of the payments from before they had any. Meanwhile the trigger writes those of new ones.
insert into payment_lines (intent_id, order_id, attempt, amount_cents, state)
select intent_id, order_id, attempt, amount_cents, case when state in ('refund_due', 'refunded') then 'returned' else state end
from payments where order_id is not null
on conflict (intent_id, order_id) do nothing;
