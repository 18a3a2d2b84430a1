import type { SavedLine, SavedList } from '#contract/saved-lists.ts';
import { call } from '#web/api/call.ts';
import type { Ordered } from '#web/order-again/changes.ts';
import { useOrderAgain } from '#web/order-again/use-order-again.ts';
import { Button } from '#web/ui/button.tsx';

/** Puts a list's lines on the order pad, where they are told from those of now. */
export function OpenList({ list: { _id, name } }: { list: SavedList }) {
  const { pending, orderAgain } = useOrderAgain();
  const load = async () => linesOf((await call('getSavedList', { params: { id: _id } })).lines);
  return (
    <Button
      small
      aria-label={`Put on the order pad: ${name}`}
      aria-busy={pending}
      onClick={() => orderAgain({ source: `saved list ${_id}`, title: `“${name}”`, load })}
    >
      Put on the order pad
    </Button>
  );
}

/** The lines that named a part when they were saved, and the others as they are written. */
function linesOf(lines: readonly SavedLine[]) {
  const ordered = lines.flatMap(({ quantity, meant }): Ordered[] =>
    meant === null || quantity === null ? [] : [{ ...meant, quantity, isSaved: true }],
  );
  const written = lines
    .filter(({ quantity, meant }) => meant === null || quantity === null)
    .map(({ meant: _meant, ...line }) => line);
  return { ordered, written };
}
