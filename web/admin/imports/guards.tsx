import { useId } from 'react';
import { importGuards } from '#contract/import-fields.ts';
import type { ImportGuard } from '#contract/imports.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Panel } from '#web/ui/page.tsx';
import { counted } from './import-words.ts';

type GuardName = ImportGuard['guard'];

/** What an import does that is more often a mistake than meant: each has to be ticked. */
export function Guards(props: {
  guards: readonly ImportGuard[];
  ticked: ReadonlySet<GuardName>;
  onTick: (guard: GuardName) => void;
}) {
  const { guards, ticked, onTick } = props;
  const id = useId();
  if (guards.length === 0) return null;
  const done = guards.filter(({ guard }) => ticked.has(guard)).length;
  return (
    <Panel className="overflow-clip">
      <section aria-labelledby={id}>
        <div className="border-base-300 flex flex-wrap items-center justify-between gap-3 border-b px-4 py-3">
          <h2 id={id} className="text-base font-semibold">
            Please look at these
          </h2>
          <Badge tone={done === guards.length ? 'good' : 'waiting'}>
            {`${done} of ${guards.length} ticked`}
          </Badge>
        </div>
        <ul className="divide-base-300 divide-y">
          {guards.map((guard) => (
            <li key={guard.guard} className="px-4 py-2">
              <label className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="checkbox"
                  name="tick"
                  value={guard.guard}
                  checked={ticked.has(guard.guard)}
                  onChange={() => onTick(guard.guard)}
                  className="size-5 flex-none"
                />
                <span className="min-w-0 grow font-semibold">{importGuards[guard.guard]}</span>
                <Badge tone="waiting">{counted(guard.count)}</Badge>
              </label>
              <Examples guard={guard} />
            </li>
          ))}
        </ul>
      </section>
    </Panel>
  );
}

const shownAtOnce = 2;

function Examples({ guard: { examples, count } }: { guard: ImportGuard }) {
  const further = examples.slice(shownAtOnce);
  return (
    <div className="quiet figures ps-8 pb-1 text-sm [overflow-wrap:anywhere]">
      <ExampleList examples={examples.slice(0, shownAtOnce)} />
      {further.length > 0 && (
        <details>
          <summary className="link w-fit cursor-pointer py-1.5">
            {count > examples.length
              ? `${further.length} more of the ${counted(count)}`
              : `The other ${further.length}`}
          </summary>
          <ExampleList examples={further} />
        </details>
      )}
    </div>
  );
}

function ExampleList({ examples }: Pick<ImportGuard, 'examples'>) {
  return (
    <ul>
      {examples.map(({ row, partNumber, name, before, after }) => (
        <li key={`${row} ${partNumber ?? name}`}>
          {`${partNumber ?? name} ${before}`}
          <span aria-hidden="true"> → </span>
          <span className="sr-only"> becomes </span>
          <span className="text-base-content font-semibold">{after}</span>
          {changeInPercent(before, after)}
        </li>
      ))}
    </ul>
  );
}

/** ' (+41 %)' where both are numbers. */
export function changeInPercent(before: string, after: string): string {
  const [was, is] = [before, after].map((text) => Number(text.replaceAll(/[$,]/g, '') || 'none'));
  if (was === undefined || is === undefined || Number.isNaN(was) || Number.isNaN(is) || was === 0)
    return '';
  const percent = Math.round(((is - was) / was) * 100);
  return ` (${percent > 0 ? '+' : percent < 0 ? '−' : ''}${counted(Math.abs(percent))} %)`;
}
