import * as z from 'zod/mini';
import { originalSaleBanner } from '#contract/original-sale-banner.ts';
import { Contact, SaleBanner, type ShownContact } from '#contract/settings.ts';
import type { Database } from '#server/shop.ts';

/** What the shop says of itself. */
export interface SettingValues {
  readonly contact: z.infer<typeof ShownContact>;
  readonly saleBanner: SaleBanner;
}

const blocks = { contact: 'contact', saleBanner: 'sale_banner' } as const;

/** What is shown when no admin has said otherwise: the operator's contact, and the specification's banner. */
export function originalsOf(contact: SettingValues['contact']): SettingValues {
  return { contact, saleBanner: originalSaleBanner };
}

/** What admins said instead of the originals. */
export async function findEdited(db: Database): Promise<Partial<SettingValues>> {
  const rows = await db.selectFrom('shop_settings').select(['block', 'value']).execute();
  const valueOf = (name: keyof SettingValues) =>
    rows.find(({ block }) => block === blocks[name])?.value;
  return {
    ...usable('contact', Contact, valueOf('contact')),
    ...usable('saleBanner', SaleBanner, valueOf('saleBanner')),
  };
}

/** A value as another version stored it may lack what this one needs: then the original stands. */
function usable<Name extends string, Schema extends z.core.$ZodType>(
  name: Name,
  schema: Schema,
  stored: unknown,
): Partial<Record<Name, z.output<Schema>>> {
  const parsed = z.safeParse(schema, stored);
  return (parsed.success ? { [name]: parsed.data } : {}) as Partial<Record<Name, z.output<Schema>>>;
}

/** Locks a block until the end of the transaction; it has a row from then on. */
export async function lockSetting(tx: Database, name: keyof SettingValues, now: Date) {
  await tx
    .insertInto('shop_settings')
    .values({ block: blocks[name], value: null, changed_at: now })
    .onConflict((known) => known.column('block').doUpdateSet({ block: blocks[name] }))
    .execute();
}

export async function updateSetting(
  tx: Database,
  name: keyof SettingValues,
  change: { readonly value: object | null; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('shop_settings')
    .set({
      value: change.value === null ? null : JSON.stringify(change.value),
      changed_at: change.now,
    })
    .where('block', '=', blocks[name])
    .execute();
}
