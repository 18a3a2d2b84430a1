import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { identifyingFields } from '#contract/import-fields.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { ImportCheck, ImportState, ImportTicks } from '#contract/imports.ts';
import { actorText, type Actor } from '#server/audit/store.ts';
import { inTransaction, uniqueIndexOf } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Database } from '#server/shop.ts';
import { auditStep } from './audit-step.ts';
import { supplierKey } from './check-import.ts';
import { plain } from './guess-fields.ts';
import type { ImportShop } from './job.ts';
import {
  listUndoable,
  lockImport,
  noCounts,
  updateImport,
  type ImportChange,
  type ImportRow,
} from './store.ts';

/** An import that an admin takes a step with. */
export interface Step {
  readonly shop: ImportShop;
  readonly actor: Actor;
  readonly id: string;
}

/**
 * Begins to check an import with these columns, which are remembered for its supplier; does nothing where just that check is on its way.
 * Refuses with `import_not_found`, `import_state` or `columns_incomplete`.
 */
export async function beginCheck(step: Step, asked: ImportCheck): Promise<void> {
  const { fields, settings } = asked;
  const from: ImportState[] = ['columns', 'checked', 'failed'];
  await takeStep(step, { from, isDone: (row) => isChecking(row, asked) }, async (row, tx) => {
    const isWhole = row.columns.length === fields.length && areUsable(fields);
    if (!isWhole) refuse('columns_incomplete');
    const columns = row.columns.map((column, at) => ({ ...column, field: fields[at] ?? null }));
    if (row.supplier !== null) await remember(tx, row.supplier, { columns, settings });
    return {
      ...begun,
      ...waiting(step.shop.clock.now()),
      state: 'checking',
      checks: row.checks + 1,
      columns,
      settings,
      found: noCounts,
    };
  });
}

/** Whether an import is being checked like that, and nobody has asked to stop it. */
function isChecking(
  { state, stopping, columns, settings }: ImportRow,
  asked: ImportCheck,
): boolean {
  const begunWith = { fields: columns.map(({ field }) => field), settings };
  return state === 'checking' && !stopping && isDeepStrictEqual(begunWith, asked);
}

const begun = {
  phase: 0,
  place: 0,
  steps: 0,
  steps_in_all: null,
  stopping: false,
  attempts: 0,
  failure: null,
} as const;

/** Whoever has the file takes it on. */
const waiting = (now: Date) => ({ worker: null, worked_until: now });

function areUsable(fields: ImportCheck['fields']): boolean {
  const chosen = fields.filter((field) => field !== null);
  const has = (field: string) => chosen.includes(field);
  return (
    new Set(chosen).size === chosen.length &&
    identifyingFields.some(has) &&
    !(has('inStock') && has('stockChange'))
  );
}

async function remember(
  tx: Database,
  supplier: string,
  { columns, settings }: Pick<ImportRow, 'columns' | 'settings'>,
): Promise<void> {
  // Also as they are written: 'Preis (EUR)' and 'Preis (USD)' are one plain name.
  const fields = Object.fromEntries([
    ...columns.map(({ header, field }) => [plain(header), field]),
    ...columns.map(({ header, field }) => [header, field]),
  ]);
  const remembered = { fields: JSON.stringify(fields), settings: JSON.stringify(settings) };
  await tx
    .insertInto('suppliers')
    .values({ name_key: supplierKey(supplier), name: supplier, ...remembered })
    .onConflict((known) =>
      known.column('name_key').doUpdateSet({
        fields: sql`suppliers.fields || excluded.fields`,
        settings: remembered.settings,
      }),
    )
    .execute();
}

/**
 * Begins to apply a checked import. Refuses with `import_not_found`, `import_state`, also where another check was begun since the
 * one that was seen, `tick_missing` (with what has to be ticked), or `import_busy` while another one is applied or undone.
 */
export async function beginApply(step: Step, { ticks, check }: ImportTicks): Promise<void> {
  const already: ImportState[] = ['applying', 'applied'];
  await takeStep(step, { from: ['checked'], already, check }, async (row, tx, now) => {
    const missing = row.guards.filter(({ guard }) => !ticks.includes(guard));
    if (missing.length > 0)
      refuse('tick_missing', { details: { guards: missing.map(({ guard }) => guard) } });
    const { rows, same, refused, added, changed, archived } = row.found;
    const done = { ...noCounts, rows, refused };
    await auditStep(tx, { ...row, doer: actorText(step.actor) }, 'import begun', now);
    return {
      ...begun,
      ...waiting(now),
      state: 'applying',
      done,
      steps_in_all: added + changed + archived + same,
    };
  });
}

/** Asks whoever works on an import to stop. Refuses with `import_not_found` or `import_state`. */
export async function stopImport(step: Step): Promise<void> {
  const already: ImportState[] = ['columns', 'stopped'];
  await takeStep(step, { from: ['checking', 'applying'], already }, async () => ({
    stopping: true,
  }));
}

/**
 * Begins to undo an import. Refuses with `import_not_found`, `import_state`, `import_too_old`, or `import_busy` while another one is
 * applied or undone. One that changed nothing is undone at any age.
 */
export async function beginUndo(step: Step): Promise<void> {
  const already: ImportState[] = ['undoing', 'undone'];
  await takeStep(step, { from: ['applied', 'stopped'], already }, async (row, tx, now) => {
    const { added, changed, archived } = row.done;
    const steps = added + changed + archived;
    if (steps > 0 && !(await listUndoable(tx)).includes(row.id)) refuse('import_too_old');
    await auditStep(tx, { ...row, doer: actorText(step.actor) }, 'undoing of import begun', now);
    return { ...begun, state: 'undoing', not_undone: 0, steps_in_all: steps };
  });
}

interface Allowed {
  readonly from: readonly ImportState[];
  /** Where nothing is left to do: the step was taken before. */
  readonly already?: readonly ImportState[];
  /** Likewise, where the state alone does not say so. */
  readonly isDone?: (row: ImportRow) => boolean;
  /** The check that was seen, if the step is about one. */
  readonly check?: number | undefined;
}

async function takeStep(
  { shop, actor, id }: Step,
  { from, already = [], isDone, check }: Allowed,
  work: (row: ImportRow, tx: Database, now: Date) => Promise<ImportChange>,
): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    const row = (await lockImport(tx, id)) ?? refuse('import_not_found');
    if (check !== undefined && check !== row.checks) refuse('import_state');
    if (already.includes(row.state) || isDone?.(row)) return;
    if (!from.includes(row.state)) refuse('import_state');
    const change = await work(row, tx, shop.clock.now());
    await updateImport(tx, id, { ...change, doer: actorText(actor) });
  }).catch((error: unknown): never => {
    const busy: ErrorCode = 'import_busy';
    if (uniqueIndexOf(error) !== undefined) refuse(busy, { cause: error });
    throw error;
  });
}
