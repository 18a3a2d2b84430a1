import { useLoaderData, type MetaFunction } from 'react-router';
import { homeListLength } from '#contract/part-rules.ts';
import { texts } from '#contract/texts.ts';
import { inBrowser, onServer, type LoadArgs } from '#web/api/context.ts';
import { defer, valueOf } from '#web/api/defer.ts';
import { publicMeta, siteOf } from '#web/meta.ts';
import { describedPart, PartGrid } from '#web/parts/part-card.tsx';
import { paths } from '#web/paths.ts';
import { shopData } from '#web/search-engines/shop-data.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { SkeletonCards } from '#web/ui/skeleton.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { Brands } from './brands.tsx';
import { Figures } from './figures.tsx';
import { Hero } from './hero.tsx';
import { HomeSection } from './home-section.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { PaidStrip } from './paid-strip.tsx';
import { ReviewList } from './review-list.tsx';
import { SaleBanner } from './sale-banner.tsx';
import { useFittingFirst } from '#web/vehicle/use-fitting-first.ts';

const newest = { query: { limit: homeListLength } };

const load = async ({ api }: LoadArgs) => {
  const { vehicles, ...lists } = await defer(
    {
      parts: api.call('listParts', newest).then((parts) => parts.map(describedPart)),
      reviews: api.call('listReviews', newest),
      vehicles: api.call('listVehicles', { query: {} }),
    },
    50,
  );
  // The page does not wait for the choices: the browser asks for those that are missing.
  const isThere = !(vehicles instanceof Promise) && vehicles.ok;
  return { vehicles: isThere ? vehicles : undefined, ...lists };
};

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

/** `/home` is the same page as `/` (Spec §2), so search engines are told which of the two counts. */
export const meta: MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: 'Car spare parts in bulk',
    description:
      'Find the suitable spare parts for your car: wholesale prices, counted stock, packs for workshops and fleets.',
    path: paths.start,
    data: import.meta.env.SSR && ((publicUrl) => shopData(publicUrl, siteOf(matches)?.contact)),
  });

export default function HomePage() {
  const { parts, reviews, vehicles } = useLoaderData<typeof loader>();
  const fittingFirst = useFittingFirst();
  return (
    <>
      <PaidStrip />
      <Hero vehicles={vehicles && valueOf(vehicles)} />
      <Brands />
      <HowItWorks />
      <HomeSection
        id="parts"
        name="parts"
        title={texts.allOurParts}
        beside={<ButtonLink to={fittingFirst(paths.parts)}>Search all parts</ButtonLink>}
      >
        <WhenLoaded
          data={parts}
          waiting={<SkeletonCards />}
          failed={<Failed>The parts are not available right now.</Failed>}
        >
          {(list) =>
            list.length === 0 ? (
              <Empty>There are no parts in the shop yet.</Empty>
            ) : (
              <PartGrid parts={list} />
            )
          }
        </WhenLoaded>
      </HomeSection>
      <Figures />
      <SaleBanner />
      <HomeSection name="reviews" title={texts.clientsReview}>
        <WhenLoaded
          data={reviews}
          failed={<Failed>The reviews are not available right now.</Failed>}
        >
          {(list) =>
            list.length === 0 ? (
              <Empty>Nobody has written a review yet.</Empty>
            ) : (
              <ReviewList reviews={list} />
            )
          }
        </WhenLoaded>
      </HomeSection>
    </>
  );
}
