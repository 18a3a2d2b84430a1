import type { ReactNode } from 'react';
import { quantityOf } from '#contract/list-cell.ts';
import type { WrittenLine } from '#contract/list-lines.ts';
import type { Part } from '#contract/parts.ts';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydrated.ts';
import { Icon } from '#web/ui/icon.tsx';
import { inPieces } from '#web/ui/in-pieces.ts';
import { toastError, toastSuccess } from '#web/ui/toasts.tsx';
import { keyOf, lineOf, withLines } from './list-model.ts';
import { changeLines, currentLines } from './order-list.ts';

type Listed = Pick<Part, '_id' | 'name' | 'partNumber'>;

/** Puts the smallest order of a part on the list. */
export function AddToList(props: {
  part: Listed & Pick<Part, 'orderQuantity'>;
  small?: boolean;
  className?: string;
  children?: ReactNode;
}) {
  const { part, small, className } = props;
  const hydrated = useHydrated();
  return (
    <Button
      small={small}
      disabled={!hydrated}
      aria-label={`Add to list: ${part.name}`}
      onClick={() => add(part, part.orderQuantity)}
      className={`figures gap-1.5 ${className ?? ''}`}
    >
      <Icon name="plus" className="size-4" />
      {props.children ?? 'List'}
    </Button>
  );
}

/** The pieces of a part, its smallest order at first, and a button that puts them on the list; Enter does it too. */
export function PiecesToList({ part, smallest }: { part: Listed; smallest: string }) {
  const hydrated = useHydrated();
  return (
    <form
      noValidate
      className="inline-flex gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = String(new FormData(event.currentTarget).get('pieces')).trim();
        const quantity = quantityOf(typed);
        if (quantity) add(part, quantity);
        else toastError(`“${typed}” is no number of pieces.`, { id: 'add-to-list' });
      }}
    >
      <input
        name="pieces"
        aria-label={`Pieces of ${part.partNumber ?? part.name}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        defaultValue={smallest}
        className="input control figures row-pieces"
      />
      <Button
        type="submit"
        small
        disabled={!hydrated}
        aria-label={`Add to list: ${part.name}`}
        className="row-add"
      >
        <Icon name="plus" className="size-4" />
      </Button>
    </form>
  );
}

function add(part: Listed, quantity: number): void {
  const { lines, left } = withLines(currentLines(), [lineOf(part, quantity)]);
  if (left > 0) return toastError('The list is full: it has 500 lines.', { id: 'add-to-list' });
  changeLines(() => lines);
  toastSuccess(listedInWords(part, lines), { id: 'add-to-list' });
}

/** Tells how many pieces of a part are on the list, also those that were there before. */
export function listedInWords(part: Listed, lines: readonly WrittenLine[]): string {
  const key = keyOf(lineOf(part, null));
  const quantity = lines.find((line) => keyOf(line) === key)?.quantity ?? 0;
  const are = quantity === 1 ? 'is' : 'are';
  return `${inPieces(quantity)} of ${part.partNumber ?? part.name} ${are} on the list now.`;
}
