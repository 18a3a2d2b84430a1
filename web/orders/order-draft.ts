import { useState } from 'react';
import { tryStorage } from '#web/api/storage.ts';

/** What a customer types on the order form. */
export interface OrderDraft {
  readonly address: string;
  readonly phone: string;
  readonly quantity: string;
}

/**
 * The order form's values. They are in the tab's session storage until the order is placed, so that they survive a sign-in
 * (decisions: Identity); by the customer's e-mail, so that nobody else who signs in sees them.
 */
export function useOrderDraft(
  whose: { readonly partId: string; readonly email: string },
  initial: OrderDraft,
) {
  const key = `order-draft:${whose.partId}:${whose.email}`;
  const [draft, setDraft] = useState<OrderDraft>(() => ({ ...initial, ...storedDraft(key) }));
  return {
    draft,
    type(change: Partial<OrderDraft>) {
      const next = { ...draft, ...change };
      setDraft(next);
      tryStorage(() => sessionStorage.setItem(key, JSON.stringify(next)));
    },
    /** After an order: resets the quantity and keeps the address. */
    startAnew() {
      setDraft({ ...draft, quantity: initial.quantity });
      tryStorage(() => sessionStorage.removeItem(key));
    },
  };
}

/** The draft in a stored text; empty when it holds none. */
export function parseDraft(stored: string | null): Partial<OrderDraft> {
  try {
    const { address, phone, quantity } = JSON.parse(stored ?? '{}') as Record<string, unknown>;
    const texts = Object.entries({ address, phone, quantity }).filter(
      ([, value]) => typeof value === 'string',
    );
    return Object.fromEntries(texts);
  } catch {
    return {};
  }
}

function storedDraft(key: string): Partial<OrderDraft> {
  return parseDraft(tryStorage(() => sessionStorage.getItem(key)) ?? null);
}
