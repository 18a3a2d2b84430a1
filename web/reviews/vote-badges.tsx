import type { Review } from '#contract/reviews.ts';
import { Badge } from '#web/ui/badge.tsx';

/** What a review says of vehicles. */
export function VoteBadges({ fits = [] }: Pick<Review, 'fits'>) {
  return fits.map(({ make, model, year, verdict }) => (
    <Badge key={`${make} ${model} ${year} ${verdict}`} tone={verdicts[verdict].tone}>
      {`${verdicts[verdict].words}: ${make} ${model} ${year}`}
    </Badge>
  ));
}

const verdicts = {
  fits: { words: 'Fits', tone: 'good' },
  'with changes': { words: 'Fits with changes', tone: 'waiting' },
  'does not fit': { words: 'Does not fit', tone: 'bad' },
} as const;
