import { Link, useLoaderData, useLocation, type MetaFunction } from 'react-router';
import type { PartDetail } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import { inBrowser, onServer, type LoadArgs } from '#web/api/context.ts';
import { defer } from '#web/api/defer.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { loadPartAt } from './load-part.ts';
import { FittingVehicles, PartAbout, PartKnown } from './part-facts.tsx';
import { partsAddress } from './parts-address.ts';
import { PartFrame } from './part-frame.tsx';
import { partMeta } from './part-meta.ts';
import { PartReviews } from './part-reviews.tsx';

const reviewsAtOnce = 10;

async function load({ api, params, request }: LoadArgs) {
  const part = await loadPartAt(api, params['part'] ?? '', request.url);
  const cursor = new URL(request.url).searchParams.get('reviews') ?? undefined;
  const query = {
    productId: part._id,
    limit: reviewsAtOnce,
    ...(cursor !== undefined && { cursor }),
  };
  return { part, ...(await defer({ reviews: api.page('listReviews', { query }) }, 50)) };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData === undefined ? [] : partMeta(matches, loaderData.part, loaderData.reviews);

/** One part, for guests too; the order form is on the purchase page, which needs a sign-in. */
export default function PartPage() {
  const { part, reviews } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const short = part.inStock < part.orderQuantity;
  return (
    <PartFrame
      part={part}
      above={<Breadcrumbs part={part} />}
      about={<PartKnown part={part} />}
      below={
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
      }
    >
      <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
        <ButtonLink
          to={paths.purchase(part._id)}
          look={short ? 'plain' : 'signal'}
          className="min-h-13 px-8 text-base max-sm:w-full"
        >
          {texts.purchaseNow}
        </ButtonLink>
        <p className="quiet text-sm">
          {short
            ? 'There are fewer pieces than the smallest order now.'
            : 'Address and quantity come next.'}
        </p>
      </div>
      <div className="mt-10 flex flex-col gap-10">
        <PartAbout part={part} />
        <FittingVehicles part={part} />
      </div>
    </PartFrame>
  );
}

function Breadcrumbs({ part: { category, categoryName } }: { part: PartDetail }) {
  return (
    <nav aria-label="Breadcrumbs" className="quiet mb-4 text-sm">
      <ol className="flex flex-wrap items-center gap-1.5">
        <li>
          <Link to={paths.parts} className="inline-flex min-h-6 items-center hover:underline">
            Parts
          </Link>
        </li>
        {category !== null && (
          <li className="flex items-center gap-1.5">
            <Icon name="right" className="size-3.5" />
            <Link
              to={partsAddress({ category })}
              className="inline-flex min-h-6 items-center hover:underline"
            >
              {categoryName ?? category}
            </Link>
          </li>
        )}
      </ol>
    </nav>
  );
}
