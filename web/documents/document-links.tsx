import type { DocumentLink } from '#contract/documents.ts';
import { documentTitles } from '#contract/document-rules.ts';
import { formatDollars } from '#contract/money.ts';
import type { Deferred } from '#web/api/defer.ts';
import { paths } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { utcDayOf } from '#web/ui/moment.ts';
import { Panel } from '#web/ui/page.tsx';
import { Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { Link } from '#web/ui/link.tsx';

/** So many are shown at once; a list may have a packing slip for each of its 500 orders. */
const mostShown = 6;

/** The documents of an order or a list, each a page to print. */
export function DocumentLinks({ documents }: { documents: Deferred<readonly DocumentLink[]> }) {
  return (
    <WhenLoaded
      data={documents}
      failed={<Failed>The documents are not available right now.</Failed>}
    >
      {(all) => <Documents all={all} />}
    </WhenLoaded>
  );
}

function Documents({ all }: { all: readonly DocumentLink[] }) {
  if (all.length === 0) return null;
  const rest = all.slice(mostShown);
  return (
    <Panel className="mt-6 p-5 sm:p-6">
      <h2 className="mb-2 text-lg font-semibold">Documents</h2>
      <Links some={all.slice(0, mostShown)} />
      {rest.length > 0 && (
        <details>
          <summary className="link mt-2 inline-block min-h-11 cursor-pointer py-2.5">
            {`Show ${rest.length} more`}
          </summary>
          <Links some={rest} />
        </details>
      )}
    </Panel>
  );
}

function Links({ some }: { some: readonly DocumentLink[] }) {
  return (
    <ul className="figures grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
      {some.map(({ kind, _id, number, date, amount }) => (
        <li key={`${kind}/${_id}`}>
          <Link
            to={paths.document(kind, _id)}
            className="flex min-h-11 items-center gap-3 py-2 hover:underline"
          >
            <Icon name="printer" className="size-4 flex-none" />
            <span className="min-w-0">
              <span className="font-semibold">
                {`${documentTitles[kind]} `}
                {number !== null && <span className="unbroken">{number}</span>}
              </span>
              <br />
              <span className="quiet text-sm">
                {[utcDayOf(date), amount === null ? null : formatDollars(amount)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
