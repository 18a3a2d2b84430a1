import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { WrittenLine } from '#contract/list-lines.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { lineOf } from '#web/order-list/list-model.ts';
import { changeLines, currentLines } from '#web/order-list/order-list.ts';
import { paths } from '#web/paths.ts';
import { toastError } from '#web/ui/toasts.tsx';
import { changedLines, type Ordered, type OrderedLine } from './changes.ts';
import { keepAgain, putBefore } from './kept-again.ts';
import { putOnList } from './put-on-list.ts';

/** An order, a batch or a saved list that is ordered again. */
export interface AgainSource {
  /** Tells it from others, such as 'order 0198…'. */
  readonly source: string;
  /** 'order UH-…' or 'list UB-…'. */
  readonly title: string;
  /** Its lines, and those that name no part, which go on the list as they are written. Rejects with an `ApiError`. */
  readonly load: () => Promise<{
    readonly ordered: readonly Ordered[];
    readonly written?: readonly WrittenLine[];
  }>;
}

/** Puts an order's parts on the list, as they are sold now, and goes there; what failed is said. */
export function useOrderAgain() {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const running = useRef(false);
  const orderAgain = async ({ source, title, load }: AgainSource) => {
    if (running.current) return;
    running.current = true;
    setPending(true);
    try {
      const { ordered, written = [] } = await load();
      putAgain(source, title, { lines: await asSoldNow(ordered), written });
      void navigate(paths.orderPad);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toastError(error.message, { id: 'order-again' });
    } finally {
      running.current = false;
      setPending(false);
    }
  };
  return { pending, orderAgain: (what: AgainSource) => void orderAgain(what) };
}

/** The parts of what was ordered, as they are sold now; in one request. */
export async function asSoldNow(lines: readonly Ordered[]): Promise<OrderedLine[]> {
  if (lines.length === 0) return [];
  const body = { lines: lines.map(({ productId }) => ({ productId })) };
  const answer = await call('checkOrderList', { body });
  return lines.map((line, at) => ({ ordered: line, part: answer.lines[at]?.parts[0]?.part }));
}

function putAgain(
  source: string,
  title: string,
  { lines, written }: { lines: readonly OrderedLine[]; written: readonly WrittenLine[] },
): void {
  const sold = lines.flatMap(({ ordered, part }) => (part ? [lineOf(part, ordered.quantity)] : []));
  const added = [...sold, ...written];
  const { lines: list, ...putting } = putOnList(currentLines(), added, putBefore(source));
  changeLines(() => list);
  const ordered = lines.length + written.length;
  keepAgain({ source, title, ordered, changed: changedLines(lines), ...putting });
}
