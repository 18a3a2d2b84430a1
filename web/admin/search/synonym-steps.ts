import { addEntry, unlessEmpty, type AddOutcome } from '#web/admin/entries/add-entry.ts';
import { call } from '#web/api/call.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { takeStep } from '#web/ui/take-step.ts';
import { typedText } from '#web/ui/typed-text.ts';

/** A synonym as it is typed. */
export type TypedSynonym = Readonly<Record<'word' | 'means', string>>;

/** The sentence beside each field that cannot be taken. */
export type SynonymErrors = Partial<TypedSynonym>;

/** What stands in the form. */
export function typedSynonym(form: FormData): TypedSynonym {
  return { word: typedText(form, 'word').trim(), means: typedText(form, 'means').trim() };
}

/** What is wrong with a synonym; undefined when nothing is. */
export function synonymErrors({ word, means }: TypedSynonym): SynonymErrors | undefined {
  return unlessEmpty<SynonymErrors>({
    ...(word === '' && { word: 'Word is required' }),
    ...(means === '' && { means: 'Meaning is required' }),
    ...(word !== '' &&
      word.toLowerCase() === means.toLowerCase() && { means: 'Must differ from the word.' }),
  });
}

/** Adds a synonym; one that is there already stays as it is. */
export function addSynonym(body: TypedSynonym): Promise<AddOutcome<SynonymErrors>> {
  return addEntry(
    synonymErrors(body),
    () => call('addSynonym', { body }),
    `Whoever searches for ${body.word} now finds ${body.means}.`,
  );
}

/** Takes a synonym away. */
export function deleteSynonym(id: string): Promise<StepOutcome> {
  return takeStep(() => call('deleteSynonym', { params: { id } }), id, 'Not deleted.');
}
