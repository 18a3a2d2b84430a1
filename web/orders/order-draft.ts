import { useState } from 'react';
import { storedDraft } from '#web/ui/stored-draft.ts';

/** What a customer types on the order form. */
export interface OrderDraft {
  readonly address: string;
  readonly phone: string;
  readonly quantity: string;
}

const fields = ['address', 'phone', 'quantity'] as const;

/**
 * The order form's values. They are in the tab's session storage until the order is placed; by the customer's e-mail, so that
 * nobody else who signs in sees them.
 */
export function useOrderDraft(
  whose: { readonly partId: string; readonly email: string },
  initial: OrderDraft,
) {
  const stored = storedDraft(`order-draft:${whose.partId}:${whose.email}`, fields);
  const [draft, setDraft] = useState<OrderDraft>(() => ({ ...initial, ...stored.read() }));
  return {
    draft,
    type(change: Partial<OrderDraft>) {
      const next = { ...draft, ...change };
      setDraft(next);
      stored.write(next);
    },
    /** After an order: resets the quantity and keeps the address. */
    startAnew() {
      setDraft({ ...draft, quantity: initial.quantity });
      stored.remove();
    },
  };
}
