import { useState } from 'react';

/** What a customer types on the order form. */
export interface OrderDraft {
  readonly address: string;
  readonly phone: string;
  readonly quantity: string;
}

/**
 * The order form's values. They lie in the tab's session storage until the order is made, so that they survive
 * a sign-in (decisions: Identity); under the customer's e-mail, so that nobody else who signs in finds them.
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
      inSessionStorage((storage) => storage.setItem(key, JSON.stringify(next)));
    },
    /** The order is made: the next one starts at the initial quantity, for the same address. */
    startAnew() {
      setDraft({ ...draft, quantity: initial.quantity });
      inSessionStorage((storage) => storage.removeItem(key));
    },
  };
}

/** What was stored by an earlier form; nothing when it is missing or no draft of ours. */
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
  return parseDraft(inSessionStorage((storage) => storage.getItem(key)) ?? null);
}

function inSessionStorage<Value>(act: (storage: Storage) => Value): Value | undefined {
  try {
    return act(sessionStorage);
  } catch {
    // Storage is forbidden or full: the form works, its values just do not outlive the page.
    return undefined;
  }
}
