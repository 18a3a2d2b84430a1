import { lazy, type ReactNode } from 'react';
import { useLoaderData, useLocation, type MetaFunction } from 'react-router';
import { isNarrowed, partsWantedIn, type PartsWanted } from '#contract/parts-address-rules.ts';
import type { Category } from '#contract/parts.ts';
import { vinNoteId } from '#contract/vin-rules.ts';
import { inBrowser, onServer, type LoadArgs } from '#web/api/context.ts';
import { arrived, defer, valueOf } from '#web/api/defer.ts';
import { PageTitle } from '#web/ui/page.tsx';
import { SkeletonCards, SkeletonRows } from '#web/ui/skeleton.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { useArrived } from '#web/ui/use-arrived.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { chipsOf } from '#web/parts/list/chosen.ts';
import { countsInWords, partsInWords } from '#web/parts/list/counts.ts';
import { FacetSheet, FacetSheetButton } from '#web/parts/list/facet-sheet.tsx';
import { Facets } from '#web/parts/list/facets.tsx';
import { shownAnswer, type ShownAnswer } from '#web/parts/list/shown-answer.ts';
import { FoundGrid } from '#web/parts/list/found-card.tsx';
import { ListPages } from '#web/parts/list/list-pages.tsx';
import { ListTools } from '#web/parts/list/list-tools.tsx';
import { OnlyWhatFits } from '#web/parts/list/only-what-fits.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { noVehicles } from '#web/vehicle/chooser-state.ts';
import { TypedVehicleSaid } from '#web/vehicle/typed-vehicle-said.tsx';
import { changed, partsAddress } from './parts-address.ts';
import { partsMeta } from './parts-meta.ts';

// Few lists are tables, empty, narrowed, or have words that were understood: a browser loads what only these need with the first of them. The server has it at once, so that
// it sends a page whole, and without a boundary, behind which React would send what is long.
const NothingFound = import.meta.env.SSR
  ? (await import('#web/parts/list/nothing-found.tsx')).NothingFound
  : lazy(async () => ({
      default: (await import('#web/parts/list/nothing-found.tsx')).NothingFound,
    }));
const PartsTable = import.meta.env.SSR
  ? (await import('#web/parts/list/parts-table.tsx')).PartsTable
  : lazy(async () => ({ default: (await import('#web/parts/list/parts-table.tsx')).PartsTable }));
const Chips = import.meta.env.SSR
  ? (await import('#web/parts/list/chips.tsx')).Chips
  : lazy(async () => ({ default: (await import('#web/parts/list/chips.tsx')).Chips }));
const Understood = import.meta.env.SSR
  ? (await import('#web/parts/list/understood.tsx')).Understood
  : lazy(async () => ({ default: (await import('#web/parts/list/understood.tsx')).Understood }));

const pageLengths = { grid: 24, table: 50 } as const;

/** A list, and the shelves where it is empty. */
interface Found {
  readonly answer: ShownAnswer;
  readonly shelves: readonly Category[];
}

/** Loads the list of an address, and waits for it as long as this. */
const loadWithin =
  (patienceMs: number) =>
  async ({ api, request }: LoadArgs) => {
    const wanted = partsWantedIn(new URL(request.url).searchParams);
    const { view = 'grid', a, ...query } = wanted;
    // Only what is asked for by shelf, or is empty, shows them. If the choices cannot be loaded, the form still works.
    const listShelves = () => api.call('listCategories', {}).catch(() => []);
    const shelves = wanted.category === undefined ? undefined : listShelves();
    const search = async (): Promise<Found> => {
      const limit = pageLengths[view];
      const answer = await api.call('search', {
        query: { ...query, ...(a && { a: [...a] }), limit },
      });
      return {
        answer: shownAnswer(wanted, answer),
        shelves: answer.rows.length === 0 ? await (shelves ?? listShelves()) : [],
      };
    };
    const list = defer({ found: search() }, patienceMs);
    const { make, model, year } = wanted;
    const vehicles = await api
      .call('listVehicles', { query: { ...(make && { make, model, year }) } })
      .catch(() => noVehicles);
    const shelf = (await shelves)?.find(({ id }) => id === wanted.category);
    return { wanted, vehicles: arrived(vehicles), shelf, ...(await list) };
  };

/** Sent whole unless it takes long: what is streamed later needs scripts to be seen. */
export const loader = onServer(loadWithin(1000));
/** The list before stays in sight until the next one is there, and Back finds the page as long as it was. */
export const clientLoader = inBrowser(loadWithin(3000));

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData === undefined ? [] : partsMeta(matches, loaderData);

export default function PartsPage() {
  const { wanted, found, ...loaded } = useLoaderData<typeof loader>();
  const vehicles = valueOf(loaded.vehicles);
  const { search } = useLocation();
  const answer = useArrived(found)?.answer;
  const chips = chipsOf(wanted, answer?.facets);
  const isTable = wanted.view === 'table';
  const all: PartsWanted = isTable ? { view: 'table' } : {};
  return (
    <div
      className={`page-column pt-4 ${isTable ? '' : 'lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-8'}`}
    >
      <FacetSheet
        beside={!isTable}
        total={answer && answer.total.count > 0 ? partsInWords(answer.total) : undefined}
      >
        <WhenLoaded data={found} waiting={null} failed={null}>
          {({ answer: { facets } }) => <Facets {...{ wanted, facets, vehicles }} />}
        </WhenLoaded>
      </FacetSheet>
      <div className="min-w-0">
        {/* Where a search for a VIN leads (server/http/site.ts). */}
        <p id={vinNoteId} className="hidden target:block">
          A VIN is not searched for, and was not kept. Enter it at <q>Your vehicle</q>, which needs
          scripts, or choose make, model and year.
        </p>
        <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
          <PageTitle className="[overflow-wrap:anywhere]">{titleOf(wanted, answer)}</PageTitle>
          <p role="status" className="quiet figures">
            {answer && answer.total.count > 0 && countsInWords(answer, wanted)}
          </p>
          <OnlyWhatFits wanted={wanted} />
        </div>
        {answer?.understood && <Understood wanted={wanted} understood={answer.understood} />}
        {answer?.understood?.vehicle && wanted.q !== undefined && (
          <TypedVehicleSaid q={wanted.q} named={answer.understood.vehicle} />
        )}
        <div className="my-3 flex flex-wrap items-center gap-2">
          <FacetSheetButton beside={!isTable} chosen={chips.length} />
          {chips.length > 0 && <Chips chips={chips} all={all} />}
          {answer?.total.count !== 0 && <ListTools wanted={wanted} />}
        </div>
        <section aria-labelledby="list-title">
          <h2 id="list-title" className="sr-only">
            {isNarrowed(wanted)
              ? 'Parts found'
              : `Parts, ${wanted.fit === 'first' ? 'fitting' : 'newest'} first`}
          </h2>
          <WhenLoaded
            key={search}
            data={found}
            waiting={isTable ? <SkeletonRows rows={14} /> : <SkeletonCards />}
            failed={<Failed>The parts are not available right now.</Failed>}
          >
            {(list) => <List wanted={wanted} found={list} />}
          </WhenLoaded>
        </section>
      </div>
    </div>
  );
}

/** The parts of one page, or what there is instead. */
function List({ wanted, found }: { wanted: PartsWanted; found: Found }) {
  const { rows, total, page, hasNext, facets, nothing } = found.answer;
  if (rows.length === 0 && page > 1)
    return (
      <Empty action={<ButtonLink to={partsAddress(changed(wanted, {}))}>First page</ButtonLink>}>
        There are no further parts.
      </Empty>
    );
  if (rows.length === 0 && !isNarrowed(wanted))
    return <Empty>There are no parts in the shop yet.</Empty>;
  if (rows.length === 0)
    return (
      <NothingFound
        wanted={wanted}
        nothing={nothing ?? { without: [], numbers: [], near: [] }}
        shelves={found.shelves}
      />
    );
  const view = wanted.view ?? 'grid';
  return (
    <>
      {view === 'table' ? (
        <PartsTable parts={rows} attributes={facets.attributes} />
      ) : (
        <FoundGrid parts={rows} eager />
      )}
      <ListPages
        {...{ wanted, page, total, hasNext }}
        pageLength={pageLengths[view]}
        rows={rows.length}
      />
    </>
  );
}

/** The words, else the one type or shelf, else all parts. */
function titleOf(wanted: PartsWanted, answer: ShownAnswer | undefined): ReactNode {
  const { q, type, category } = wanted;
  if (answer?.total.count === 0 && isNarrowed(wanted))
    return answer.total.more ? 'No part was found' : 'No part matches all of it';
  if (q !== undefined) return <q>{q}</q>;
  const { types = [], categories = [] } = answer?.facets ?? {};
  const named = type === undefined ? categories : types;
  return named.find(({ id }) => id === (type ?? category))?.name ?? 'All parts';
}
