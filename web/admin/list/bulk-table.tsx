import { useState, type ComponentProps } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { useSelection } from '#web/ui/selection.tsx';
import { WorkTable } from '#web/ui/work-table.tsx';
import type { Step } from '#web/ui/use-step.ts';

/** A step on the chosen rows of a list, in words. */
export interface Bulk<Row> {
  /** On its button, as in 'Approve'. */
  readonly button: string;
  readonly look: 'signal' | 'danger';
  /** As in 'Approved': a row that it was taken on. */
  readonly done: string;
  readonly nameOf: (row: Row) => string;
  readonly can: (row: Row) => boolean;
  /** What rows come to, as in '$18695.00'. */
  readonly sumOf?: (rows: readonly Row[]) => string;
  /** Its dialog, about the rows that it can be taken on. */
  readonly title: string;
  readonly question: (rows: readonly Row[]) => string;
}

interface BulkProps<Row> {
  bulk: Bulk<Row>;
  step: Step<readonly Row[]>;
}

/** A table with a box in each row, and a bar that floats over it while rows are chosen: how many, what the step would do with them, and the step. */
export function BulkTable<Row extends { readonly _id: string }>({
  bulk,
  step,
  ...table
}: BulkProps<Row> &
  Omit<ComponentProps<typeof WorkTable<Row>>, 'keyOf' | 'selection' | 'contentOf'>) {
  const { rows } = table;
  const selection = useSelection(rows, idOf, bulk.nameOf);
  const { chosen } = selection;
  const ready = chosen.filter(bulk.can).length;
  const [told, setTold] = useState(step.results);
  if (step.results.length > 0 && step.results !== told) {
    // The chosen rows have had their step.
    setTold(step.results);
    selection.clear();
  }
  return (
    <>
      <WorkTable {...table} keyOf={idOf} selection={selection} />
      <div
        role="region"
        aria-label="Selection"
        data-theme="dark"
        hidden={chosen.length === 0}
        className="bg-graphite text-base-content border-base-300 shadow-float rounded-box border sticky bottom-3 z-10 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-x-4 gap-y-2 p-2 ps-4 text-sm [&[hidden]]:hidden"
      >
        <p role="status" className="figures">
          <strong className="font-semibold">{`${chosen.length} selected`}</strong>
          <span className="quiet">{` ${sentence(bulk.sumOf?.(chosen), readiness(bulk, chosen))}`}</span>
        </p>
        <div className="flex flex-wrap gap-2">
          {ready > 0 && (
            <Button small look={bulk.look} onClick={() => step.ask(chosen)}>
              {`${bulk.button} ${ready}`}
            </Button>
          )}
          {chosen.length < rows.length && (
            <Button small look="quiet" onClick={selection.chooseAll}>
              {`All ${rows.length} here`}
            </Button>
          )}
          <Button small look="quiet" aria-label="Clear selection" onClick={selection.clear}>
            <Icon name="close" className="size-4" />
          </Button>
        </div>
      </div>
    </>
  );
}

/** Asks before the step is taken on the chosen rows. */
export function ConfirmBulk<Row>({ bulk, step }: BulkProps<Row>) {
  const chosen = step.asked ?? [];
  const ready = chosen.filter(bulk.can);
  const rest = chosen.length - ready.length;
  return (
    <Confirm
      open={step.asked !== undefined}
      title={bulk.title}
      question={bulk.question(ready)}
      about={sentence(
        bulk.sumOf?.(ready),
        rest > 0 &&
          `${rest} of those chosen cannot be ${bulk.done.toLowerCase()} and ${rest === 1 ? 'stays as it is' : 'stay as they are'}`,
      )}
      pending={step.pending}
      yes={bulk.look}
      onYes={step.yes}
      onNo={step.no}
    />
  );
}

function sentence(...pieces: readonly (string | false | undefined)[]): string {
  return pieces.filter(Boolean).join(', ');
}

function readiness<Row>({ can, done }: Bulk<Row>, chosen: readonly Row[]): string {
  const ready = chosen.filter(can).length;
  const many = { 0: 'none', [chosen.length]: 'all' }[ready] ?? ready;
  return `${many} can be ${done.toLowerCase()}`;
}

/** How the step went, row by row. */
export function BulkResults<Row extends { readonly _id: string }>({ bulk, step }: BulkProps<Row>) {
  const rows = new Map(step.taken?.map((row) => [idOf(row), row]));
  const { results } = step;
  const count = results.filter(({ done }) => done).length;
  return (
    <div role="status" className="[&:not(:empty)]:mt-4">
      {results.length > 0 && (
        <div className="rounded-box border-base-300 bg-base-100 border p-4 text-sm">
          <p className="font-semibold">{`${bulk.done}: ${count} of ${results.length}`}</p>
          <ul className="mt-2">
            {results.map(({ _id, done, message }) => {
              const row = rows.get(_id);
              return (
                <li key={_id} className="flex flex-wrap gap-x-2 py-0.5">
                  <span className="[overflow-wrap:anywhere]">{row ? bulk.nameOf(row) : _id}</span>
                  <span className={`font-semibold ${done ? 'text-success' : 'text-error'}`}>
                    {done ? bulk.done : `Not ${bulk.done.toLowerCase()}. ${message}`}
                  </span>
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </div>
  );
}

function idOf({ _id }: { readonly _id: string }): string {
  return _id;
}
