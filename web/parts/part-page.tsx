import { Fragment } from 'react';
import { useLoaderData, useLocation, type MetaFunction } from 'react-router';
import type { PartDetail } from '#contract/parts.ts';
import { limits } from '#contract/texts.ts';
import { inBrowser, onServer, type LoadArgs } from '#web/api/context.ts';
import { arrived, defer, valueOf } from '#web/api/defer.ts';
import { paths } from '#web/paths.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Stars } from '#web/ui/stars.tsx';
import { Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { listedPart } from './listed-part.ts';
import { loadPartAt } from './load-part.ts';
import { PartAbout, PartKnown } from './part-facts.tsx';
import { OrderDock, OrderWay } from './order-way.tsx';
import { RelatedParts } from './related-parts.tsx';
import { FittingVehicles } from './vehicle-search.tsx';
import { partsAddress } from './parts-address.ts';
import { PartFrame } from './part-frame.tsx';
import { partMeta } from './part-meta.ts';
import { PartReviews } from './part-reviews.tsx';
import { useFittingFirst } from '#web/vehicle/use-fitting-first.ts';

const reviewsAtOnce = 10;

/** Loads a part, and waits for its reviews and related parts as long as this. */
const loadWithin =
  (patienceMs: number) =>
  async ({ api, params, request }: LoadArgs) => {
    const part = await loadPartAt(api, params['part'] ?? '', request.url);
    const cursor = new URL(request.url).searchParams.get('reviews') ?? undefined;
    const query = {
      productId: part._id,
      limit: reviewsAtOnce,
      ...(cursor !== undefined && { cursor }),
    };
    return {
      part: arrived(part),
      ...(await defer(
        {
          reviews: api.page('listReviews', { query }),
          related: api
            .call('listRelatedParts', { params: { id: part._id } })
            .then((parts) => parts.map(listedPart)),
        },
        patienceMs,
      )),
    };
  };

/** Sent whole unless it takes long: what is streamed later needs scripts to be seen. */
export const loader = onServer(loadWithin(1000));
export const clientLoader = inBrowser(loadWithin(50));

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData === undefined ? [] : partMeta(matches, valueOf(loaderData.part), loaderData.reviews);

/** One part, for guests too; the order form is on the purchase page, which needs a sign-in. */
export default function PartPage() {
  const { reviews, related, ...loaded } = useLoaderData<typeof loader>();
  const part = valueOf(loaded.part);
  const { search } = useLocation();
  return (
    // Keyed, because what is chosen, typed and folded out on a part's page is about that part.
    <Fragment key={part._id}>
      <PartFrame
        part={part}
        above={<WayHere part={part} />}
        rating={<RatingLine part={part} />}
        about={<PartKnown part={part} />}
        below={
          <>
            <div id="reviews" className="scroll-mt-24">
              <WhenLoaded
                key={search}
                data={reviews}
                failed={<Failed>The reviews are not available right now.</Failed>}
              >
                {({ rows, next }) => (
                  <PartReviews
                    part={part}
                    reviews={rows}
                    next={next}
                    isFirst={!new URLSearchParams(search).has('reviews')}
                  />
                )}
              </WhenLoaded>
            </div>
            <WhenLoaded data={related} failed={null} waiting={null}>
              {(parts) => <RelatedParts parts={parts} />}
            </WhenLoaded>
          </>
        }
      >
        <OrderWay part={part} />
        <div className="mt-10 flex flex-col gap-10">
          <PartAbout part={part} />
          <FittingVehicles part={part} />
        </div>
      </PartFrame>
      <OrderDock part={part} />
    </Fragment>
  );
}

/** What the buyers gave it, as the way to what they say. */
function RatingLine({ part: { rating } }: { part: PartDetail }) {
  if (rating.average === null) return null;
  return (
    <p className="figures mt-2 flex items-center gap-2 text-sm">
      <Stars
        rating={Math.round(rating.average)}
        label={`${rating.average.toFixed(1)} of ${limits.ratingMax}`}
      />
      <span aria-hidden="true" className="font-semibold">
        {rating.average.toFixed(1)}
      </span>
      <a href="#reviews" className="quiet inline-flex min-h-6 items-center underline">
        {rating.count === 1 ? '1 review' : `${rating.count} reviews`}
      </a>
    </p>
  );
}

/** From all parts to those of the same category and type. */
function WayHere({ part: { category, categoryName, partType } }: { part: PartDetail }) {
  const shelf = category === null ? undefined : { category };
  const fittingFirst = useFittingFirst();
  const crumbs = [
    { name: 'Parts', to: fittingFirst(paths.parts) },
    ...(shelf
      ? [{ name: categoryName ?? shelf.category, to: fittingFirst(partsAddress(shelf)) }]
      : []),
    ...(shelf && partType
      ? [{ name: partType.name, to: fittingFirst(partsAddress({ ...shelf, type: partType.id })) }]
      : []),
  ];
  return <Breadcrumbs steps={crumbs} />;
}
