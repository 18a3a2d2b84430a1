import type { Review } from '#contract/reviews.ts';
import { limits } from '#contract/texts.ts';

/** What customers wrote (Spec §2: name, rating, message); only buyers of the part can write. */
export function ReviewList({ reviews }: { readonly reviews: readonly Review[] }) {
  return (
    <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {reviews.map((review) => (
        <li
          key={review._id}
          className="rounded-box border-base-300 bg-base-100 flex flex-col border p-6"
        >
          <Stars rating={review.rating} />
          <p className="mt-4 grow leading-relaxed break-words whitespace-pre-line">
            {review.message}
          </p>
          <p className="mt-5 font-bold">{review.name}</p>
          <p className="quiet text-sm">{review.productName}</p>
        </li>
      ))}
    </ul>
  );
}

function Stars({ rating }: { readonly rating: number }) {
  const most = limits.ratingMax;
  return (
    <p className="flex items-center gap-0.5">
      <span className="sr-only">{`Rating: ${rating} of ${most}`}</span>
      {Array.from({ length: most }, (_, index) => (
        <svg
          key={index}
          viewBox="0 0 20 20"
          className={`size-5 ${index < rating ? 'fill-base-content' : 'fill-base-300'}`}
          aria-hidden="true"
        >
          <path d="m10 1.6 2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z" />
        </svg>
      ))}
    </p>
  );
}
