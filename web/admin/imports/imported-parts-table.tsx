import type { ImportedPart } from '#contract/imports.ts';
import { changesOf } from '#web/admin/audit/audit-words.ts';
import { paths } from '#web/paths.ts';
import { Table, type Column } from '#web/ui/table.tsx';
import { counted } from './import-words.ts';
import { Link } from '#web/ui/link.tsx';

const columns: readonly Column<ImportedPart>[] = [
  { head: 'Part', lead: true, cell: (part) => <Part part={part} /> },
  { head: 'What changes', cell: (part) => <Changes part={part} /> },
  {
    head: 'Row',
    numeric: true,
    cell: ({ row, result }) => (result === 'archive' ? '–' : counted(row)),
  },
];

/** Parts of an import with what changes of each. */
export function ImportedPartsTable(props: { label: string; parts: readonly ImportedPart[] }) {
  return (
    <Table
      label={props.label}
      rows={props.parts}
      keyOf={({ row, partId }) => `${row} ${partId ?? ''}`}
      columns={columns}
    />
  );
}

function Part({ part: { partId, partNumber, name } }: { part: ImportedPart }) {
  const called = <span className="figures font-semibold">{partNumber ?? name}</span>;
  return (
    <span className="block w-full text-start [overflow-wrap:anywhere]">
      {partId === null ? (
        called
      ) : (
        <Link to={paths.manageProduct(partId)} className="link">
          {called}
        </Link>
      )}
      {partNumber !== null && <span className="quiet block text-sm">{name}</span>}
    </span>
  );
}

/** Each fact with its value before and after, in the words of the audit log. */
function Changes({ part: { changes, result } }: { part: ImportedPart }) {
  if (result === 'archive') return 'Is taken out of the shop';
  const told = changesOf(
    Object.fromEntries(changes.map(({ fact, before }) => [fact, before])),
    Object.fromEntries(changes.map(({ fact, after }) => [fact, after])),
  );
  if (told.length === 0) return <span className="quiet">{withoutChanges[result]}</span>;
  return (
    <dl className="figures min-w-0 text-sm">
      {told.map(({ name, was, is }) => (
        <div key={name} className="[overflow-wrap:anywhere]">
          <dt className="quiet inline">{`${name} `}</dt>
          <dd className="inline">
            {result !== 'add' && (
              <>
                <s className="quiet">{briefly(was)}</s>
                <span aria-hidden="true"> → </span>
                <span className="sr-only"> becomes </span>
              </>
            )}
            <b>{briefly(is)}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const withoutChanges = {
  add: 'New in the shop',
  change: 'Changed',
  same: 'Nothing',
  refused: 'Cannot be used',
} as const;

const longest = 80;

function briefly(text = 'none'): string {
  const letters = Array.from(text);
  return letters.length <= longest ? text : `${letters.slice(0, longest).join('')}…`;
}
