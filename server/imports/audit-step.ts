import { recordAudit } from '#server/audit/store.ts';
import type { Database } from '#server/shop.ts';
import { findImport, type ImportRow } from './store.ts';

/** Notes a step of an import with its counts in the audit log: one entry, however many parts it changes. */
export async function auditStep(
  tx: Database,
  { id, doer, name }: Pick<ImportRow, 'id' | 'doer' | 'name'>,
  action: string,
  now: Date,
): Promise<void> {
  const row = await findImport(tx, id);
  const { supplier, found, done, not_undone: notUndone } = row ?? {};
  await recordAudit(tx, {
    actor: doer === 'command line' ? 'command line' : { userId: doer },
    action,
    subject: { type: 'import', id, name },
    after: { supplier, found, done, notUndone },
    now,
  });
}
