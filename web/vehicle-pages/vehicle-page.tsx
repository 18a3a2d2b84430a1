import { Suspense } from 'react';
import { data, redirect, useLoaderData, type MetaFunction } from 'react-router';
import type { VehicleFacts } from '#contract/vehicle-pages.ts';
import { statusOf } from '#web/api/api-error.ts';
import { inBrowser, onServer, type LoadArgs } from '#web/api/context.ts';
import { FoundGrid } from '#web/parts/list/found-card.tsx';
import { partsInWords } from '#web/parts/list/counts.ts';
import { listedPart } from '#web/parts/listed-part.ts';
import { partsAddress } from '#web/parts/parts-address.ts';
import { paths } from '#web/paths.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydrated.ts';
import { late } from '#web/ui/late.ts';
import { PageTitle } from '#web/ui/page.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { LinkTiles, TileSection } from './link-tiles.tsx';
import { pageTexts, rangeOf } from './page-texts.ts';
import { addressOf, stepsTo } from './steps-to.ts';
import { vehicleMeta } from './vehicle-meta.ts';

// Few visitors use it.
const RememberVehicle = late(async () => (await import('./remember-vehicle.tsx')).RememberVehicle);

/** What the address says; another spelling of it leads to the one there is, anything else is the 404 page. */
const load = async ({ api, params, request }: LoadArgs) => {
  const { make, model, year, category } = params;
  const query = {
    ...(make && { make }),
    ...(model && { model }),
    ...(year && { year }),
    ...(category && { category }),
  };
  const page = await api.call('getVehiclePage', { query }).catch((error: unknown) => {
    // What cannot be an address of one is refused, too.
    throw [404, 422].includes(statusOf(error) ?? 0) ? data(null, { status: 404 }) : error;
  });
  const { pathname, search } = new URL(request.url);
  if (pathname !== addressOf(page)) throw redirect(addressOf(page) + search, 301);
  // A model's parts are those of its years.
  return { ...page, rows: page.year === null ? [] : page.rows.map(listedPart) };
};

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData === undefined ? [] : vehicleMeta(matches, loaderData);

/** A way in to the parts: by make, model, year and category. */
export default function VehiclePage() {
  const { rows, ...page } = useLoaderData<typeof loader>();
  const { title, description } = pageTexts(page);
  const steps = stepsTo(page);
  const isShelf = page.category !== null;
  return (
    <div className="page-column pt-6">
      {steps.length > 1 && <Breadcrumbs steps={steps.slice(0, -1)} />}
      <PageTitle className="[overflow-wrap:anywhere]">{title}</PageTitle>
      <p className="quiet mt-2 max-w-3xl">{description}</p>
      {page.model !== null && !isShelf && <FitAnyVehicle page={page} />}
      {page.model !== null && <ToParts page={page} />}
      {!isShelf && <Choices page={page} />}
      {rows.length > 0 && (
        <TileSection title={isShelf ? 'Parts' : 'Newest parts'}>
          <FoundGrid parts={rows} />
        </TileSection>
      )}
      {isShelf && <Choices page={page} />}
    </div>
  );
}

/** Why the list has more parts than the page counts. */
function FitAnyVehicle({ page }: { page: VehicleFacts }) {
  return (
    <p className="quiet mt-1 max-w-3xl">
      Parts that fit any vehicle are not counted here;{' '}
      <TextLink to={listOf(page, undefined)}>the list for this vehicle</TextLink> has them, too.
    </p>
  );
}

/** On to the list with all parts for the vehicle; the browser remembers it, if somebody wants that. */
function ToParts({ page }: { page: VehicleFacts }) {
  const { make, model, year, category, categories } = page;
  const hydrated = useHydrated();
  const vehicle = {
    make: make?.name ?? '',
    ...(model && { model: model.name }),
    ...(year !== null && { year }),
  };
  const shelf = categories.find(({ slug }) => slug === category?.slug);
  return (
    <div className="mt-4 flex min-h-11 flex-wrap content-start items-center gap-3 max-sm:min-h-25">
      <ButtonLink
        to={listOf(page, shelf?.id)}
        look="signal"
        className="h-auto max-w-full py-2 whitespace-normal"
      >
        {shelf ? `Search ${shelf.name}` : 'Search its parts'}
      </ButtonLink>
      <Suspense>{hydrated && <RememberVehicle vehicle={vehicle} />}</Suspense>
    </div>
  );
}

/** The list of parts with the vehicle, and the category, chosen. */
function listOf({ make, model, year }: VehicleFacts, category: string | undefined): string {
  return partsAddress({
    ...(category !== undefined && { category }),
    ...(make && { make: make.name }),
    ...(model && { model: model.name }),
    ...(year !== null && { year: String(year) }),
  });
}

/** The pages of what there is of the vehicle. */
function Choices({ page }: { page: VehicleFacts }) {
  const { make, model, year, category, makes, models, years, categories } = page;
  if (make === null)
    return (
      <LinkTiles
        title="Makes"
        narrow={2}
        tiles={makes.map(({ name, slug }) => ({ name, to: paths.ofVehicle(slug) }))}
      />
    );
  if (model === null)
    return (
      <LinkTiles
        title="Models"
        tiles={models.map(({ name, slug, built }) => ({
          name,
          to: paths.ofVehicle(make.slug, slug),
          beside: rangeOf(built),
        }))}
      />
    );
  const of = (...slugs: readonly string[]) => paths.ofVehicle(make.slug, model.slug, ...slugs);
  const others = categories.filter(({ slug }) => slug !== category?.slug);
  return (
    <>
      <LinkTiles
        title="Years"
        narrow={3}
        tiles={years.map((one) => ({ name: String(one), to: of(String(one)) }))}
      />
      <LinkTiles
        title={category === null ? 'Categories' : 'Other categories'}
        tiles={others.map(({ name, slug, id, parts }) => ({
          name,
          // Those of a model without a year are found in the list.
          to: year === null ? listOf(page, id) : of(String(year), slug),
          beside: partsInWords(parts),
        }))}
      />
    </>
  );
}
