import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import type { Understood } from '#contract/search.ts';

/** The words that were typed into a search box and have not been answered yet. */
let typed: string | undefined;

/** Notes that somebody typed this: a link or Back to the same words says nothing about their vehicle. */
export function noteTyped(words: string): void {
  typed = words.normalize('NFC').trim();
}

/** Whether these words were typed just now; once. */
export function takeTyped(words: string): boolean {
  const isIt = typed === words;
  typed = undefined;
  return isIt;
}

/** The vehicle that words name, if it says something new: a make alone, or with a word that is only taken for its model, may be said of a part, and what is remembered may say more already. */
export function newVehicleIn(
  named: Understood['vehicle'],
  mine: ChosenVehicle | undefined,
): ChosenVehicle | undefined {
  if (named === null || named.model === null || named.isGuess) return undefined;
  const { make, model, year, engine } = named;
  const isMine =
    mine?.make === make &&
    mine.model === model &&
    (year === null || mine.year === year) &&
    (engine === null || mine.engine === engine);
  if (isMine) return undefined;
  return { make, model, ...(year !== null && { year }), ...(engine !== null && { engine }) };
}
