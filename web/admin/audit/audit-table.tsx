import { Link } from 'react-router';
import type { AuditEntry } from '#contract/audit.ts';
import { Address } from '#web/ui/address.tsx';
import { paths } from '#web/paths.ts';
import { momentOf } from '#web/ui/moment.ts';
import { Table, type Column } from '#web/ui/table.tsx';
import { changesOf, type Change } from './audit-words.ts';

const columns: readonly Column<AuditEntry>[] = [
  {
    head: 'When',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="figures whitespace-nowrap">
        {momentOf(createdAt)}
      </time>
    ),
  },
  { head: 'Who', cell: ({ actor }) => <Address email={actor} /> },
  { head: 'What', cell: (entry) => <What entry={entry} /> },
  { head: 'Changes', cell: ({ before, after }) => <Changes changes={changesOf(before, after)} /> },
];

/** What admins did, newest first. */
export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return <Table label="Audit log" rows={entries} keyOf={({ _id }) => _id} columns={columns} />;
}

function What({ entry }: { readonly entry: AuditEntry }) {
  const { action, subjectName } = entry;
  const to = subjectPage(entry);
  return (
    <div>
      <span className="font-semibold">{action.replace(/^./, (first) => first.toUpperCase())}</span>
      <span className="block [overflow-wrap:anywhere] md:min-w-40">
        {to === undefined ? (
          <span className="quiet line-clamp-1 break-all">{subjectName}</span>
        ) : (
          <Link to={to} className="link">
            {subjectName}
          </Link>
        )}
      </span>
    </div>
  );
}

/** Where the thing itself is to be seen. */
function subjectPage({ subjectType, subjectId, subjectName }: AuditEntry): string | undefined {
  if (subjectType === 'part') return paths.manageProduct(subjectId);
  if (subjectType === 'order') return `${paths.manageOrders}?${new URLSearchParams({ q: subjectId }).toString()}`;
  if (subjectType === 'user') return `${paths.manageUsers}?${new URLSearchParams({ q: subjectName }).toString()}`;
  return undefined;
}

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <span className="quiet">None</span>;
  return (
    <dl className="figures max-w-md text-sm">
      {changes.map(({ name, was, is }) => (
        <div key={name} className="py-0.5">
          <dt className="quiet inline">{`${name}: `}</dt>
          <dd className="inline [overflow-wrap:anywhere]">
            {was !== undefined && <Value text={was} />}
            {was !== undefined && is !== undefined && (
              <span className="quiet">
                <span aria-hidden="true"> → </span>
                <span className="sr-only"> became </span>
              </span>
            )}
            {is !== undefined && <Value text={is} strong />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const longest = 60;
const isPicture = (text: string) => /^\/(?:images|pictures)\/[\w.-]+\.webp$/.test(text);

/** A picture shows itself; a long text shows its beginning, and all of itself when asked. */
function Value({ text, strong = false }: { readonly text: string; readonly strong?: boolean }) {
  const look = strong ? 'font-semibold' : 'quiet';
  if (isPicture(text))
    return <img src={text} alt={text} loading="lazy" className="bg-tile inline-block h-12 w-16 rounded-sm object-cover" />;
  const characters = Array.from(text);
  if (characters.length <= longest) return <span className={look}>{text}</span>;
  return (
    <details className="text-start">
      <summary className={`cursor-pointer ${look}`}>{`${characters.slice(0, longest).join('')}…`}</summary>
      <p className="mt-1 whitespace-pre-line">{text}</p>
    </details>
  );
}
