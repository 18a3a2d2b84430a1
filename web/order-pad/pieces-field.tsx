import { useState } from 'react';
import { quantityOf } from '#contract/list-cell.ts';
import { Icon } from '#web/ui/icon.tsx';
import { noteId } from './line-notes.tsx';
import type { PadRow } from './pad-rows.ts';
import type { ChangeLine } from './pad-table.tsx';

/** The pieces of a line, with buttons to the next valid ones. */
export function PiecesField(props: { row: PadRow; number: string; onChange: ChangeLine }) {
  const { row, number, onChange } = props;
  const { key, line, advice, fault } = row;
  // What is being typed, as it is typed.
  const [typed, setTyped] = useState<string>();
  const wrong = fault !== undefined && row.found?.kind === 'part';
  return (
    <span
      className={`control rounded-field bg-base-100 inline-grid grid-cols-[1.75rem_4rem_1.75rem] overflow-hidden border max-lg:grid-cols-[2.5rem_4rem_2.5rem] max-[21rem]:w-full max-[21rem]:grid-cols-[1fr_2fr_1fr] ${wrong ? 'border-error! shadow-[0_0_0_1px_var(--color-error)]' : ''}`}
    >
      <Step
        sign="minus"
        number={number}
        to={advice?.below}
        onStep={(to) => onChange(key, { quantity: to })}
      />
      <input
        aria-label={`Pieces of ${number}`}
        aria-invalid={wrong}
        aria-describedby={noteId(key)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={typed ?? line.quantity ?? ''}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          onChange(key, { quantity: quantityOf(value.trim()) || null });
        }}
        onBlur={() => setTyped(undefined)}
        onKeyDown={(event) => {
          const to = { ArrowUp: advice?.above, ArrowDown: advice?.below }[event.key];
          if (to === undefined) return;
          event.preventDefault();
          setTyped(undefined);
          onChange(key, { quantity: to });
        }}
        className="figures border-base-300 h-8 w-full min-w-0 border-x text-center font-semibold max-lg:h-10 max-lg:text-[0.9375rem]"
      />
      <Step
        sign="plus"
        number={number}
        to={advice?.above}
        onStep={(to) => onChange(key, { quantity: to })}
      />
    </span>
  );
}

function Step(props: {
  sign: 'plus' | 'minus';
  number: string;
  to: number | undefined;
  onStep: (to: number) => void;
}) {
  const { sign, number, to, onStep } = props;
  return (
    <button
      type="button"
      // The field does the same with the arrow keys, so that 500 lines are not 1500 stops of Tab.
      tabIndex={-1}
      aria-disabled={to === undefined}
      aria-label={`${sign === 'plus' ? 'More' : 'Fewer'} of ${number}${to === undefined ? '' : `: ${to}`}`}
      onClick={() => to !== undefined && onStep(to)}
      className={`hover:bg-base-content/5 grid place-items-center ${to === undefined ? 'opacity-40' : ''}`}
    >
      <Icon name={sign} className="size-4" />
    </button>
  );
}
