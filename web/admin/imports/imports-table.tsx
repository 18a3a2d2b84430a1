import type { Import } from '#contract/imports.ts';
import { paths } from '#web/paths.ts';
import { Address } from '#web/ui/address.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { momentOf } from '#web/ui/moment.ts';
import { Table, type Column } from '#web/ui/table.tsx';
import { counted, doneInWords, isRunning, stateWords, wouldBeInWords } from './import-words.ts';
import { Link } from '#web/ui/link.tsx';

const columns: readonly Column<Import>[] = [
  {
    head: 'File',
    lead: true,
    cell: ({ _id, name, supplier }) => (
      <span className="block min-w-44 text-start [overflow-wrap:anywhere]">
        <Link to={`${paths.imports}/${_id}`} className="font-semibold hover:underline max-md:py-2">
          {name}
        </Link>
        {supplier !== null && <span className="quiet block">{supplier}</span>}
      </span>
    ),
  },
  { head: 'State', cell: (found) => <StateBadge found={found} /> },
  { head: 'Rows', numeric: true, cell: ({ found }) => rowsOf(found.rows) },
  { head: 'What came of it', cell: (found) => <span className="quiet">{whatCame(found)}</span> },
  {
    head: 'When and who',
    cell: ({ createdAt, createdBy }) => (
      <span className="figures block min-w-40">
        <time dateTime={createdAt} className="block">
          {momentOf(createdAt)}
        </time>
        <Address email={createdBy} />
      </span>
    ),
  },
];

/** Imports, each with where it stands. */
export function ImportsTable({ imports }: { imports: readonly Import[] }) {
  return <Table label="Imports" rows={imports} keyOf={({ _id }) => _id} columns={columns} />;
}

function StateBadge({ found: { state } }: { found: Import }) {
  return (
    <span className="whitespace-nowrap">
      <Badge tone={stateWords[state].tone}>{stateWords[state].word}</Badge>
    </span>
  );
}

/** Nobody has counted them before the check. */
function rowsOf(rows: number): string {
  return rows === 0 ? '–' : counted(rows);
}

function whatCame(found: Import): string {
  if (found.state === 'failed') return found.failure ?? '';
  if (isRunning(found) || found.state === 'columns') return '–';
  if (found.state === 'checked') return wouldBeInWords(found.found);
  if (found.state === 'undone' && found.notUndone === 0) return 'Everything was taken back';
  if (found.state === 'undone') return `${counted(found.notUndone)} could not be taken back`;
  return doneInWords(found.done);
}
