import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ListedBatch, ListedOrder, MyOrder, MyOrdersWanted } from '#contract/my-orders.ts';
import { ApiError } from '#web/api/api-error.ts';
import { page } from '#web/api/call.ts';

/** A list that was opened: its lines as far as they are loaded. */
interface OpenList {
  readonly isOpen: boolean;
  readonly lines: readonly ListedOrder[];
  readonly state: 'loading' | 'loaded' | 'failed';
  /** How many lines were asked for. */
  readonly limit: number;
}

/** Lines that a list opens with; the others follow at a press. */
const firstLines = 10;

/** The lists that are opened in place of their lines. */
export interface OpenLists {
  readonly of: (batchId: string) => OpenList | undefined;
  readonly lines: readonly ListedOrder[];
  readonly toggle: (batch: ListedBatch) => void;
  readonly showAll: (batch: ListedBatch) => void;
  readonly retry: (batch: ListedBatch) => void;
}

/** Opens lists among the rows to those of their lines that are wanted; rows that are loaded again load them again. */
export function useOpenLists(rows: readonly MyOrder[], wanted: MyOrdersWanted): OpenLists {
  const [lists, setLists] = useState<ReadonlyMap<string, OpenList>>(new Map());
  const loading = useRef(new Map<string, symbol>());
  const shown = useRef(rows);

  const put = (id: string, change: (before: OpenList) => OpenList) =>
    setLists((before) => {
      const list = before.get(id) ?? {
        isOpen: true,
        lines: [],
        state: 'loading',
        limit: firstLines,
      };
      return new Map(before).set(id, change(list));
    });

  async function load(id: string, limit: number): Promise<void> {
    const ours = Symbol(id);
    loading.current.set(id, ours);
    put(id, (list) => ({ ...list, limit, state: list.lines.length > 0 ? list.state : 'loading' }));
    let loaded: Pick<OpenList, 'state'> & Partial<OpenList>;
    try {
      const found = await page('listMyOrders', { query: { ...wanted, batch: id, limit } });
      const lines = found.rows.filter((row): row is ListedOrder => row.kind === 'order');
      loaded = { state: 'loaded', lines };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      loaded = { state: 'failed' };
    }
    if (loading.current.get(id) === ours) put(id, (list) => ({ ...list, ...loaded }));
  }

  const loadAnew = useEffectEvent(() => {
    for (const [id, { limit }] of lists) void load(id, limit);
  });
  useEffect(() => {
    if (shown.current === rows) return;
    shown.current = rows;
    loadAnew();
  }, [rows]);

  return {
    of: (id) => lists.get(id),
    lines: [...lists.values()].flatMap(({ lines }) => lines),
    toggle({ _id }) {
      const list = lists.get(_id);
      if (list) put(_id, (before) => ({ ...before, isOpen: !before.isOpen }));
      else void load(_id, firstLines);
    },
    showAll: ({ _id, listed }) => void load(_id, listed),
    retry: ({ _id }) => void load(_id, lists.get(_id)?.limit ?? firstLines),
  };
}
