import type { ImportState } from '#contract/imports.ts';
import { Icon } from '#web/ui/icon.tsx';
import { importSteps, stepOf } from './import-words.ts';
import { Link } from '#web/ui/link.tsx';

const line = {
  done: 'border-success',
  now: 'border-primary text-base-content',
  failed: 'border-error text-error',
  later: 'border-base-300',
} as const;

/** The four steps of an import, and at which one it is; without a state there is no file yet. */
export function ImportSteps(props: {
  state: ImportState | undefined;
  /** Where the columns can be chosen anew, if they can. */
  toColumns?: string | undefined;
}) {
  const { state, toColumns } = props;
  const here = importSteps.indexOf(state === undefined ? 'File' : stepOf(state));
  const finished = state === 'applied';
  return (
    <ol aria-label="Steps of the import" className="quiet my-4 flex gap-1 text-sm font-semibold">
      {importSteps.map((step, at) => {
        const isDone = at < here || finished;
        const look = isDone
          ? 'done'
          : at > here
            ? 'later'
            : state === 'failed'
              ? 'failed'
              : ('now' as const);
        return (
          <li
            key={step}
            aria-current={at === here ? 'step' : undefined}
            className={`min-w-0 flex-1 border-t-3 pt-2.5 ${line[look]}`}
          >
            <span className="flex items-center gap-2">
              {isDone ? (
                <Icon name="check" className="text-success size-4" />
              ) : (
                <span className="figures" aria-hidden="true">
                  {at + 1}
                </span>
              )}
              {step === 'Columns' && toColumns !== undefined ? (
                <Link to={toColumns} className="truncate underline">
                  {step}
                </Link>
              ) : (
                <span className="truncate">{step}</span>
              )}
              {isDone && <span className="sr-only">, done</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
