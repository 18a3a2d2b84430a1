import type { Review } from '#contract/reviews.ts';
import { limits } from '#contract/texts.ts';
import { Stars } from '#web/ui/stars.tsx';

/** What customers wrote (Spec §2: name, rating, message); only buyers of the part can write. */
export function ReviewList({ reviews }: { reviews: readonly Review[] }) {
  return (
    <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {reviews.map((review) => (
        <li
          key={review._id}
          className="rounded-box border-base-300 bg-base-100 flex flex-col border p-6"
        >
          <Stars rating={review.rating} label={`Rating: ${review.rating} of ${limits.ratingMax}`} />
          <p className="mt-4 grow leading-relaxed break-words whitespace-pre-line">
            {review.message}
          </p>
          <p className="mt-5 font-semibold">{review.name}</p>
          <p className="quiet text-sm">{review.productName}</p>
        </li>
      ))}
    </ul>
  );
}
