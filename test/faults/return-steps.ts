/** How far an order's return has come, and what the ones before it brought. */
export interface KnownReturn {
  /** The open one's. */
  id: string | undefined;
  next: ReturnStep;
  /** Pieces that came back, and of those the ones that are on sale again. */
  pieces: number;
  restocked: number;
}

/** In their order. */
type ReturnStep = 'ask' | 'agree' | 'receive' | 'settle';

const steps: readonly ReturnStep[] = ['ask', 'agree', 'receive', 'settle'];

export const noReturn = (): KnownReturn => ({
  id: undefined,
  next: 'ask',
  pieces: 0,
  restocked: 0,
});

/** The request of an order's next step, for so many pieces of which half go on sale again. */
export function requestOf(
  back: KnownReturn,
  orderId: string,
  pieces: number,
): { readonly path: string; readonly body: object } {
  const path = `/api/admin/returns/${back.id}`;
  switch (back.next) {
    case 'ask':
      return {
        path: `/api/orders/${orderId}/returns`,
        body: { reason: 'damaged', quantity: pieces },
      };
    case 'agree':
      return { path, body: { step: 'agree', words: 'Send them to us.' } };
    case 'receive':
      return { path, body: { step: 'receive', quantity: pieces } };
    case 'settle':
      return { path, body: { step: 'settle', restock: pieces / 2 } };
  }
}

/** Notes that the shop has acknowledged the step. */
export function acknowledge(back: KnownReturn, pieces: number, insertedId: unknown): void {
  if (back.next === 'ask') back.id = String(insertedId);
  if (back.next === 'settle') {
    back.pieces += pieces;
    back.restocked += pieces / 2;
  }
  back.next = steps[(steps.indexOf(back.next) + 1) % steps.length] ?? 'ask';
}
