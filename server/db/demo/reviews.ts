import { demoText } from './demo-data.ts';
import type { Voice } from './people.ts';

/** A review as written, newest first; the first six are the home page's. */
export interface DemoReview {
  rating: number;
  /** The part type the words are about. */
  type: string;
  by: Voice;
  message: string;
}

/** Every review of the demo shop; the text follows the rating. */
export const demoReviews = JSON.parse(demoText('reviews.json')) as readonly DemoReview[];
