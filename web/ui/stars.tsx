import { limits } from '#contract/texts.ts';
import { Icon } from './icon.tsx';

/** A rating as stars; screen readers hear the label. */
export function Stars({ rating, label }: { rating: number; label: string }) {
  return (
    <span className="flex items-center gap-0.5">
      <span className="sr-only">{label}</span>
      {Array.from({ length: limits.ratingMax }, (_, index) => (
        <Icon
          key={index}
          name="star"
          className={`size-4 ${index < rating ? 'text-warning' : 'text-base-300'}`}
        />
      ))}
    </span>
  );
}
