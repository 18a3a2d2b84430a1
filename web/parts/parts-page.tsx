import { Link, useLoaderData, useLocation, type MetaFunction } from 'react-router';
import { filterNames, filtersOf, type Filters } from '#contract/part-filters.ts';
import { inBrowser, onServer, type LoadArgs } from '#web/api/context.ts';
import { defer } from '#web/api/defer.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { Empty, Failed, NothingFound } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { PartGrid } from './part-card.tsx';
import { partsAddress } from './parts-address.ts';
import { partsMeta } from './parts-meta.ts';
import { SearchForm } from './search-form.tsx';

const pageLength = 24;
const noVehicles = { makes: [], models: [], years: [] };

async function load({ api, request }: LoadArgs) {
  const query = new URL(request.url).searchParams;
  const filters = filtersOf(query);
  const { year, ...words } = filters;
  const cursor = query.get('cursor') ?? undefined;
  const parts = api.page('listParts', {
    query: {
      ...words,
      ...(year && { year: Number(year) }),
      ...(cursor && { cursor }),
      limit: pageLength,
    },
  });
  const list = defer({ parts }, 50);
  // If the choices cannot be loaded, the form still works.
  const [categories, vehicles] = await Promise.all([
    api.call('listCategories', {}).catch(() => []),
    api.call('listVehicles', { query: pick(filters) }).catch(() => noVehicles),
  ]);
  return { filters, later: cursor !== undefined, categories, vehicles, ...(await list) };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData === undefined ? [] : partsMeta(matches, loaderData);

export default function PartsPage() {
  const { filters, later, categories, vehicles, parts } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const narrowed = filterNames.some((name) => filters[name] !== undefined);
  return (
    <Page title="All parts" intro="Every part is sold in packs, from stock. Prices are per piece.">
      <SearchForm {...{ filters, narrowed, categories, vehicles }} />
      <section aria-labelledby="list-title" className="mt-8">
        <h2 id="list-title" className="sr-only">
          {narrowed ? 'Parts found' : 'Parts, newest first'}
        </h2>
        <WhenLoaded
          key={search}
          data={parts}
          waiting={<SkeletonCards />}
          failed={<Failed>The parts are not available right now.</Failed>}
        >
          {({ rows, next }) => (
            <>
              {rows.length === 0 ? (
                <Nothing narrowed={narrowed} later={later} />
              ) : (
                <PartGrid parts={rows} eager />
              )}
              <Paging filters={filters} later={later} next={next} />
            </>
          )}
        </WhenLoaded>
      </section>
    </Page>
  );
}

function Nothing({ narrowed, later }: { narrowed: boolean; later: boolean }) {
  if (later) return <Empty>There are no further parts.</Empty>;
  if (!narrowed) return <Empty>There are no parts in the shop yet.</Empty>;
  return (
    <NothingFound action={<ButtonLink to={paths.parts}>Show all parts</ButtonLink>}>
      No part fits this search. Try fewer words or another vehicle.
    </NothingFound>
  );
}

function Paging(props: { filters: Filters; later: boolean; next: string | undefined }) {
  const { filters, later, next } = props;
  if (!later && next === undefined) return null;
  return (
    <nav
      aria-label="Pages of the list"
      className="mt-10 flex flex-wrap items-center justify-between gap-4"
    >
      {later ? (
        <Link to={partsAddress(filters)} className="link inline-flex min-h-11 items-center">
          Back to the first page
        </Link>
      ) : (
        <span />
      )}
      {next !== undefined && (
        <ButtonLink to={partsAddress(filters, next)} rel="next" look="signal">
          Next page
        </ButtonLink>
      )}
    </nav>
  );
}

function pick({ make, model }: Filters): { make?: string; model?: string } {
  return { ...(make && { make }), ...(model && { model }) };
}
