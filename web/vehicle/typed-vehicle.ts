import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import type { Understood } from '#contract/search.ts';

/** The words that were typed into a search box and have not been answered yet. */
let typed: string | undefined;

/** Notes that somebody typed this: a link or Back to the same words says nothing about their vehicle. */
export function noteTyped(words: string): void {
  typed = words.normalize('NFC').trim();
}

/** Whether these words were typed and not answered yet; once. An answer to others, asked before them, leaves them waiting. */
export function takeTyped(words: string): boolean {
  if (typed !== words) return false;
  typed = undefined;
  return true;
}

/** The vehicle that words name, if it says something new: a make alone, or with a word that is only taken for its model, may be said of a part, and what is remembered may say more already. */
export function newVehicleIn(
  named: Understood['vehicle'],
  mine: ChosenVehicle | undefined,
): ChosenVehicle | undefined {
  if (named === null || named.model === null || named.isGuess) return undefined;
  const { make, model, year, engine } = named;
  const same = mine?.make === make && mine.model === model ? mine : undefined;
  const saysNothingNew =
    (year === null || same?.year === year) && (engine === null || same?.engine === engine);
  if (same && saysNothingNew) return undefined;
  // Whoever adds the engine of their car has not changed its year.
  const itsYear = year ?? same?.year;
  return {
    make,
    model,
    ...(itsYear !== undefined && { year: itsYear }),
    ...(engine !== null && { engine }),
  };
}
