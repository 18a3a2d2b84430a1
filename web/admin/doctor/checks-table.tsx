import type { CheckResult } from '#contract/doctor.ts';
import { paths } from '#web/paths.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

const states: Record<CheckResult['status'], { readonly tone: Tone; readonly word: string }> = {
  holds: { tone: 'good', word: 'Holds' },
  broken: { tone: 'bad', word: 'Broken' },
  unknown: { tone: 'waiting', word: 'Unknown' },
};

const columns: readonly Column<CheckResult>[] = [
  { head: 'What must hold', cell: (check) => <WhatMustHold check={check} /> },
  {
    head: 'Check',
    cell: ({ _id }) => <span className="quiet figures whitespace-nowrap">{_id}</span>,
  },
  {
    head: 'State',
    cell: ({ status }) => <Badge tone={states[status].tone}>{states[status].word}</Badge>,
  },
];

/** Every check of the doctor, what is broken first. */
export function ChecksTable({ checks }: { checks: readonly CheckResult[] }) {
  const order: readonly CheckResult['status'][] = ['broken', 'unknown', 'holds'];
  const rows = order.flatMap((wanted) => checks.filter(({ status }) => status === wanted));
  return <Table label="Checks" rows={rows} keyOf={({ _id }) => _id} columns={columns} />;
}

function WhatMustHold({ check: { sentence, note, about, rows, more } }: { check: CheckResult }) {
  return (
    <div className="min-w-0 text-start">
      {sentence}
      {note !== null && <span className="quiet block text-sm">{note}</span>}
      {rows.length > 0 && (
        <ul className="figures mt-1 text-sm">
          {rows.map((row) => (
            <li key={row} className="[overflow-wrap:anywhere]">
              <Row about={about} id={row} />
            </li>
          ))}
          {more && <li className="quiet">and more</li>}
        </ul>
      )}
    </div>
  );
}

/** The thing itself, where there is a page of it. */
function Row({ about, id }: { about: CheckResult['about']; id: string }) {
  const to = pageOf(about, id);
  return (
    <>
      <span className="quiet">{`${about} `}</span>
      {to === undefined ? id : <TextLink to={to}>{id}</TextLink>}
    </>
  );
}

function pageOf(about: CheckResult['about'], id: string): string | undefined {
  if (about === 'part') return paths.manageProduct(id);
  if (about === 'order') return paths.order(id);
  if (about === 'payment')
    return `${paths.manageOrders}?${new URLSearchParams({ q: id }).toString()}`;
  return undefined;
}
