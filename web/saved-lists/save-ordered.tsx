import { useState } from 'react';
import type { WrittenLine } from '#contract/list-lines.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { Ordered } from '#web/order-again/changes.ts';
import { asSoldNow } from '#web/order-again/use-order-again.ts';
import { lineOf, withLines } from '#web/order-list/list-model.ts';
import { Button } from '#web/ui/button.tsx';
import { toastError } from '#web/ui/toasts.tsx';
import { SaveDialog } from './save-dialog.tsx';

/** Keeps what was ordered as a list under a name, with the parts that are sold now. */
export function SaveOrdered({ ordered }: { ordered: readonly Ordered[] }) {
  const [kept, setKept] = useState<{ lines: readonly WrittenLine[]; leftOut: number }>();
  const [pending, setPending] = useState(false);
  const open = async () => {
    if (pending) return;
    setPending(true);
    try {
      const parts = await asSoldNow(ordered);
      const sold = parts.flatMap(({ ordered: { quantity }, part }) =>
        part ? [lineOf(part, quantity)] : [],
      );
      if (sold.length === 0) toastError('Nothing of it is sold any more.', { id: 'save-ordered' });
      else setKept({ lines: withLines([], sold).lines, leftOut: parts.length - sold.length });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toastError(error.message, { id: 'save-ordered' });
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Button aria-busy={pending} onClick={() => void open()}>
        Save as a list…
      </Button>
      {kept && <SaveDialog {...kept} onClose={() => setKept(undefined)} />}
    </>
  );
}
