import type { Import, ImportCounts, ImportState } from '#contract/imports.ts';
import type { Tone } from '#web/ui/badge.tsx';

const figure = new Intl.NumberFormat('en');

/** '10,000': counts of this page are compared, and no text of the specification shows them. */
export function counted(count: number): string {
  return figure.format(count);
}

/** '1 part', '1,200 parts'. */
export function countedOf(count: number, one: string, many = `${one}s`): string {
  return `${counted(count)} ${count === 1 ? one : many}`;
}

/** Where an import stands, in the list of imports. */
export const stateWords: Readonly<Record<ImportState, { tone: Tone; word: string }>> = {
  columns: { tone: 'waiting', word: 'Columns to choose' },
  checking: { tone: 'neutral', word: 'Being checked' },
  checked: { tone: 'waiting', word: 'Checked, not applied' },
  applying: { tone: 'neutral', word: 'Being applied' },
  applied: { tone: 'good', word: 'Applied' },
  stopped: { tone: 'waiting', word: 'Stopped half-way' },
  undoing: { tone: 'neutral', word: 'Being undone' },
  undone: { tone: 'neutral', word: 'Undone' },
  failed: { tone: 'bad', word: 'Cannot be read' },
};

/** The four steps of an import, as its page names them. */
export const importSteps = ['File', 'Columns', 'Check', 'Apply'] as const;
export type ImportStepName = (typeof importSteps)[number];

/** The step at which an import in this state is. */
export function stepOf(state: ImportState): ImportStepName {
  if (state === 'failed') return 'File';
  if (state === 'columns') return 'Columns';
  return state === 'checking' || state === 'checked' ? 'Check' : 'Apply';
}

/** Whether the shop works at it by itself just now. */
export function isRunning({ state }: Pick<Import, 'state'>): boolean {
  return state === 'checking' || state === 'applying' || state === 'undoing';
}

/** How many parts are written when it is applied, as far as is known. */
export function partsToWrite({ added, changed, archived }: ImportCounts): number {
  return added + changed + archived;
}

/** How many parts it goes through then: also those that are the same, which are written if they have changed since the check. */
export function partsToCompare(counts: ImportCounts): number {
  return partsToWrite(counts) + counts.same;
}

/** Rows that belong to a part of another row: a part with ten vehicles may have ten of them. */
export function furtherRows({ rows, added, changed, same, refused }: ImportCounts): number {
  return Math.max(0, rows - added - changed - same - refused);
}

/** What of a file is left out, by the counts of its check or of what was done: '2 rows cannot be used', '1 picture cannot be had', or both. */
export function leftOutInWords({ refused }: ImportCounts, { lacking }: Import['pictures']): string {
  const out = [
    refused > 0 && `${countedOf(refused, 'row')} cannot be used`,
    lacking > 0 && `${countedOf(lacking, 'picture')} cannot be had`,
  ].filter((words) => words !== false);
  return inOneSentence(out);
}

/** 'add 9,411 parts, change 362 and take 3 out of the shop', of what there is to do. */
export function workInWords({ added, changed, archived }: ImportCounts): string {
  const work = [
    added > 0 && `add ${countedOf(added, 'part')}`,
    changed > 0 && `change ${countedOf(changed, 'part')}`,
    archived > 0 && `take ${countedOf(archived, 'part')} out of the shop`,
  ].filter((words) => words !== false);
  return inOneSentence(work);
}

/** '9,411 parts were added, 362 changed and 3 taken out of the shop', of what was done. */
export function doneInWords({ added, changed, archived }: ImportCounts): string {
  const done = [
    added > 0 && `${countedOf(added, 'part')} added`,
    changed > 0 && `${countedOf(changed, 'part')} changed`,
    archived > 0 && `${countedOf(archived, 'part')} taken out of the shop`,
  ].filter((words) => words !== false);
  return done.length === 0 ? 'No part was changed' : inOneSentence(done);
}

/** 'Would add 9,411 parts', of a check. */
export function wouldBeInWords(found: ImportCounts): string {
  const work = workInWords(found);
  if (work !== '') return `Would ${work}`;
  return found.same > 0 ? 'Nothing to change so far' : 'Nothing to change';
}

function inOneSentence(phrases: readonly string[]): string {
  const last = phrases.at(-1) ?? '';
  const before = phrases.slice(0, -1).join(', ');
  return before === '' ? last : `${before} and ${last}`;
}

const sizes = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
] as const;

/** '4.2 MB'. */
export function sizeInWords(bytes: number): string {
  const [unit, size] = sizes.find(([, least]) => bytes >= least) ?? ['bytes', 1];
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: size > 1e3 ? 1 : 0 }).format(bytes / size)} ${unit}`;
}
