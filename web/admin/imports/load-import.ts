import type { Page } from '#contract/api.ts';
import type { Import, ImportedPart, ImportFault } from '#contract/imports.ts';
import { call, page } from '#web/api/call.ts';
import { noneIfMissing } from '#web/api/api-error.ts';
import { pageLength } from '#web/admin/list/page-length.ts';

const partLists = ['add', 'change', 'same', 'archive'] as const;
type PartList = (typeof partLists)[number];

/** A list that the page shows whole, page by page, in place of the overview. */
export type WholeList =
  | { readonly of: 'faults'; readonly page: Page<readonly ImportFault[]> }
  | { readonly of: PartList; readonly page: Page<readonly ImportedPart[]> };

/** What an import's page shows. */
export interface LoadedImport {
  readonly import: Import;
  /** The first faults: those of the check, and of an import that was undone those of undoing it. */
  readonly faults: readonly ImportFault[];
  /** Some of the parts that would change, or where none does, of the new ones. */
  readonly examples: readonly ImportedPart[];
}

const firstFaults = 10;
const firstExamples = 5;
/** A page of faults is as long as a call may ask for: among those of the check stand those of the undoing. */
const searchedFaults = 1000;

/** An import with the lists that its state asks for; undefined when there is none. */
export async function loadImport(id: string): Promise<LoadedImport | undefined> {
  const found = await call('getImport', { params: { id } }).catch(noneIfMissing);
  if (found === undefined) return undefined;
  const [faults, examples] = await Promise.all([
    hasFaults(found) ? firstFaultsOf(found) : [],
    found.state === 'checked' ? examplesOf(found) : [],
  ]);
  return { import: found, faults, examples };
}

function hasFaults({ state, found, notUndone, pictures }: Import): boolean {
  const wasChecked = state !== 'columns' && state !== 'checking' && state !== 'failed';
  const isWrong = found.refused > 0 || notUndone > 0 || pictures.lacking > 0;
  return wasChecked && (isWrong || state !== 'checked');
}

/** After the undoing only what it could not take back is of interest, at other times what could not be used. */
async function firstFaultsOf({ _id: id, state, notUndone }: Import): Promise<ImportFault[]> {
  if (state !== 'undone') {
    const { rows } = await page('listImportFaults', {
      params: { id },
      query: { limit: firstFaults },
    });
    return rows;
  }
  const kept: ImportFault[] = [];
  let cursor: string | undefined;
  while (kept.length < Math.min(notUndone, firstFaults)) {
    const query = { limit: searchedFaults, ...(cursor !== undefined && { cursor }) };
    const { rows, next } = await page('listImportFaults', { params: { id }, query });
    kept.push(...rows.filter(({ step }) => step === 'undo'));
    if (next === undefined) break;
    cursor = next;
  }
  return kept.slice(0, firstFaults);
}

/** Of what changes, and where nothing does, of what is new. */
async function examplesOf({ _id: id, found }: Import): Promise<ImportedPart[]> {
  if (found.changed + found.added === 0) return [];
  const query = { result: found.changed > 0 ? 'change' : 'add', limit: firstExamples } as const;
  const { rows } = await page('listImportedParts', { params: { id }, query });
  return rows;
}

/** The list that this `show` of an address asks for. */
export function wholeListIn(show: string | null): WholeList['of'] | undefined {
  return show === 'faults' ? show : partLists.find((name) => name === show);
}

/** A page of the list that the address asks for; undefined when it asks for none, or there is no such import. */
export async function loadWholeList(
  id: string,
  asked: URLSearchParams,
): Promise<WholeList | undefined> {
  const of = wholeListIn(asked.get('show'));
  if (of === undefined) return undefined;
  const cursor = asked.get('cursor');
  const params = { id };
  const query = { limit: pageLength, ...(cursor !== null && { cursor }) };
  if (of === 'faults') {
    const faults = await page('listImportFaults', { params, query }).catch(noneIfMissing);
    return faults && { of, page: faults };
  }
  const parts = await page('listImportedParts', { params, query: { ...query, result: of } }).catch(
    noneIfMissing,
  );
  return parts && { of, page: parts };
}
