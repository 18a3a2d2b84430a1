import type { PartDetail } from '#contract/parts.ts';
import type { Review } from '#contract/reviews.ts';
import { limits } from '#contract/texts.ts';
import { VoteBadges } from '#web/reviews/vote-badges.tsx';
import { utcDayOf } from '#web/ui/moment.ts';
import { Stars } from '#web/ui/stars.tsx';
import { Link } from '#web/ui/link.tsx';

/** What the buyers of a part say of it: average, how many gave how many stars, and the newest reviews. */
export function PartReviews(props: {
  part: PartDetail;
  reviews: readonly Review[];
  /** Where older reviews begin. */
  next: string | undefined;
  /** Whether these are the newest. */
  isFirst: boolean;
}) {
  const { part, reviews, next, isFirst } = props;
  return (
    <section aria-labelledby="part-reviews" className="mt-12">
      <h2 id="part-reviews" className="text-lg font-semibold">
        Reviews of this part
      </h2>
      {part.rating.average === null ? (
        <p className="quiet mt-3">Nobody has reviewed this part yet. Buyers can, once they paid.</p>
      ) : (
        <div className="mt-4 grid gap-x-12 gap-y-8 lg:grid-cols-[18rem_minmax(0,1fr)]">
          <Histogram rating={part.rating} average={part.rating.average} />
          <div>
            <ul>
              {reviews.map((review) => (
                <OneReview key={review._id} review={review} />
              ))}
            </ul>
            <p className="mt-4 flex flex-wrap gap-x-6">
              {!isFirst && (
                <Link to="?#reviews" className="link inline-flex min-h-11 items-center">
                  Newest reviews
                </Link>
              )}
              {next !== undefined && (
                <Link
                  to={`?${new URLSearchParams({ reviews: next }).toString()}#reviews`}
                  rel="next"
                  className="link inline-flex min-h-11 items-center"
                >
                  Older reviews
                </Link>
              )}
            </p>
          </div>
        </div>
      )}
    </section>
  );
}

function Histogram({
  rating: { count, counts },
  average,
}: {
  rating: PartDetail['rating'];
  average: number;
}) {
  return (
    <div className="figures">
      <p className="flex items-center gap-3">
        <span className="text-[2.5rem] leading-none font-semibold tracking-tight">
          {average.toFixed(1)}
        </span>
        <span>
          <Stars
            rating={Math.round(average)}
            label={`${average.toFixed(1)} of ${limits.ratingMax}`}
          />
          <span className="quiet text-sm">{count === 1 ? '1 review' : `${count} reviews`}</span>
        </span>
      </p>
      <ul className="mt-3 text-sm">
        {counts
          .map((given, index) => ({ stars: index + 1, given }))
          .toReversed()
          .map(({ stars, given }) => (
            <li
              key={stars}
              className="grid grid-cols-[1ch_minmax(0,1fr)_4ch] items-center gap-3 py-0.5"
            >
              <span>
                {stars}
                <span className="sr-only"> stars: </span>
              </span>
              <span aria-hidden className="bg-base-300 h-2 overflow-hidden rounded-full">
                <span
                  className="bg-warning block h-full"
                  style={{ width: `${(100 * given) / count}%` }}
                />
              </span>
              <span className="quiet text-end">{given}</span>
            </li>
          ))}
      </ul>
    </div>
  );
}

function OneReview({ review }: { review: Review }) {
  return (
    <li className="border-base-300 border-b py-5 first:pt-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Stars rating={review.rating} label={`Rating: ${review.rating} of ${limits.ratingMax}`} />
        <span className="font-semibold">{review.name}</span>
        <time dateTime={review.createdAt} className="quiet figures">
          {utcDayOf(review.createdAt)}
        </time>
        <VoteBadges fits={review.fits} />
      </p>
      <p className="mt-2 max-w-prose leading-relaxed break-words whitespace-pre-line">
        {review.message}
      </p>
      {review.reply !== undefined && (
        <p className="border-base-300 quiet mt-3 max-w-prose border-s-2 ps-3 text-sm break-words whitespace-pre-line">
          <strong className="font-semibold">Underhood: </strong>
          {review.reply}
          {review.rewritten && (
            <em className="mt-1 block">The customer has changed the review since this answer.</em>
          )}
        </p>
      )}
    </li>
  );
}
