import type { AuditEntry } from '#contract/audit.ts';
import { diffExcerpt } from '#web/admin/diff-excerpt.ts';
import { Address } from '#web/ui/address.tsx';
import { paths } from '#web/paths.ts';
import { momentOf } from '#web/ui/moment.ts';
import { Table, type Column } from '#web/ui/table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
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
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return <Table label="Audit log" rows={entries} keyOf={({ _id }) => _id} columns={columns} />;
}

function What({ entry }: { entry: AuditEntry }) {
  const { action, subjectName } = entry;
  const to = subjectPage(entry);
  return (
    <div>
      <span className="font-semibold">{action.replace(/^./, (first) => first.toUpperCase())}</span>
      <span className="block [overflow-wrap:anywhere] md:min-w-40">
        {to === undefined ? (
          <span className="quiet line-clamp-1 break-all">{subjectName}</span>
        ) : (
          <TextLink to={to}>
            {entry.subjectType === 'user' ? <Address email={subjectName} /> : subjectName}
          </TextLink>
        )}
      </span>
    </div>
  );
}

/** Where the thing itself is to be seen. */
function subjectPage({ subjectType, subjectId, subjectName }: AuditEntry): string | undefined {
  if (subjectType === 'part') return paths.manageProduct(subjectId);
  if (subjectType === 'settings') return paths.shopSettings;
  if (subjectType === 'import') return `${paths.imports}/${subjectId}`;
  if (subjectType === 'order') return paths.order(subjectId);
  // An account that is gone, or was closed, has no address to look for.
  if (subjectType === 'user' && subjectName.includes('@'))
    return `${paths.manageUsers}?${new URLSearchParams({ q: subjectName }).toString()}`;
  return undefined;
}

function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <span className="quiet">None</span>;
  return (
    <dl className="figures max-w-md text-sm md:min-w-64">
      {changes.map(({ name, was, is }) => (
        <div key={name} className="py-0.5">
          <dt className="quiet inline">{`${name}: `}</dt>
          <dd className="inline [overflow-wrap:anywhere]">
            <WasAndIs was={was} is={is} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function WasAndIs({ was, is }: Omit<Change, 'name'>) {
  if (was === undefined) return is !== undefined && <Value text={is} brief={is} strong />;
  if (is === undefined) return <Value text={was} brief={was} />;
  const [before = was, after = is] = diffExcerpt([was, is]);
  return (
    <>
      <Value text={was} brief={before} />
      <span className="quiet">
        <span aria-hidden="true"> → </span>
        <span className="sr-only"> became </span>
      </span>
      <Value text={is} brief={after} strong />
    </>
  );
}

const longest = 60;
const isPicture = (text: string) => /^\/(?:images|pictures)\/[\w.-]+\.webp$/.test(text);

/** A picture shows itself; a long text shows the beginning of `brief`, and all of itself when asked. */
function Value({ text, brief, strong = false }: { text: string; brief: string; strong?: boolean }) {
  const look = strong ? 'font-semibold' : 'quiet';
  if (isPicture(text))
    return (
      <img
        src={text}
        alt={text}
        loading="lazy"
        className="bg-tile inline-block h-12 w-16 rounded-sm object-cover"
      />
    );
  if (Array.from(text).length <= longest) return <span className={look}>{text}</span>;
  const shown = Array.from(brief);
  return (
    <details className="text-start">
      <summary className={`cursor-pointer ${look}`}>
        {shown.length <= longest ? brief : `${shown.slice(0, longest).join('')}…`}
      </summary>
      <p className="mt-1 whitespace-pre-line">{text}</p>
    </details>
  );
}
