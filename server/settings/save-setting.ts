import { isDeepStrictEqual } from 'node:util';
import { recordAudit } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import type { Shop } from '#server/shop.ts';
import { findEdited, lockSetting, updateSetting, type SettingValues } from './store.ts';

/** A block as its editor saw it and as it is to be; null brings the original back. */
interface Edit<Value> {
  readonly seen: Value;
  readonly value: Value | null;
}

/**
 * Changes what the shop says of itself, on this copy at once and on the others within half a minute. Done again it changes nothing.
 * Refuses with `settings_changed`, and what is shown now, when that is not what the editor saw.
 */
export async function saveSetting<Name extends keyof SettingValues>(
  shop: Shop,
  admin: Customer,
  name: Name,
  { seen, value }: Edit<SettingValues[Name]>,
): Promise<void> {
  const now = shop.clock.now();
  const original = shop.settings.originals[name];
  await inTransaction(shop.db, async (tx) => {
    await lockSetting(tx, name, now);
    const edited = (await findEdited(tx))[name];
    const before = edited ?? original;
    if (isDeepStrictEqual(edited ?? null, value)) return;
    if (!isDeepStrictEqual(before, seen)) refuse('settings_changed', { details: { is: before } });
    await updateSetting(tx, name, { value, now });
    await recordAudit(tx, {
      actor: admin,
      action: value === null ? 'original text restored' : 'shop settings edited',
      subject: { type: 'settings', id: name, name: titles[name] },
      before: { ...before },
      after: { ...(value ?? original) },
      now,
    });
  });
  await shop.settings.refresh();
  shop.publicPagesChanged();
}

const titles: Record<keyof SettingValues, string> = {
  contact: 'Contact',
  saleBanner: 'Sale banner',
};
