import { useLoaderData, type ClientLoaderFunctionArgs } from 'react-router';
import type { EmptySearch } from '#contract/search.ts';
import { requireAdmin } from '#web/admin/require-admin.ts';
import { call } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { privateMeta } from '#web/meta.ts';
import { partsAddress } from '#web/parts/parts-address.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { SearchTabs } from './search-tabs.tsx';

const title = 'Searches without result';

export const meta = () => privateMeta(title);

export const clientLoader = async ({ context }: ClientLoaderFunctionArgs) =>
  defer({ searches: requireAdmin(context, () => call('listEmptySearches', {})) }, 50);

const columns: readonly Column<EmptySearch>[] = [
  {
    head: 'Searched for',
    lead: true,
    cell: ({ text }) => (
      <TextLink to={partsAddress({ q: text })}>
        <span className="[overflow-wrap:anywhere]">{text}</span>
      </TextLink>
    ),
  },
  { head: 'Times', numeric: true, cell: ({ searches }) => searches },
  {
    head: 'Last on',
    cell: ({ lastDay }) => (
      <time dateTime={lastDay} className="figures whitespace-nowrap">
        {dayInWords(lastDay)}
      </time>
    ),
  },
  {
    head: '',
    numeric: true,
    cell: ({ text }) => (
      <ButtonLink small to={newSynonym(text)} aria-label={`Add a synonym for ${text}`}>
        Add a synonym
      </ButtonLink>
    ),
  },
];

/** What customers searched for and did not find. Nobody can tell from it who searched. */
export default function EmptySearchesPage() {
  const { searches } = useLoaderData<typeof clientLoader>();
  return (
    <>
      <PageTitle className="mb-4">{title}</PageTitle>
      <SearchTabs />
      <p className="quiet mb-6 max-w-2xl">
        What was searched for and not found within the last 90 days, most often first. Who searched
        is not stored.
      </p>
      <WhenLoaded
        data={searches}
        waiting={<SkeletonRows />}
        failed={<Failed>The searches are not available right now.</Failed>}
      >
        {(rows) =>
          rows.length === 0 ? (
            <Empty>Everything that was searched for was found.</Empty>
          ) : (
            <Table label={title} rows={rows} keyOf={({ text }) => text} columns={columns} />
          )
        }
      </WhenLoaded>
    </>
  );
}

/** The form to add what somebody searched for in vain. */
function newSynonym(word: string): string {
  return `${paths.synonyms}?word=${encodeURIComponent(word)}`;
}

/** A day of the shop's calendar; no moment, so it has no time zone. */
function dayInWords(day: string): string {
  return new Date(`${day}T00:00Z`).toLocaleDateString('en-US', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
}
