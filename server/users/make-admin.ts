import { recordAudit } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import type { Shop } from '#server/shop.ts';
import { lockUserByEmail, updateUser } from '#server/users/store.ts';

/** Makes an account an admin; done twice it is done once. Refuses with `user_not_found`. */
export async function makeAdmin({ db, clock }: Shop, admin: Customer, email: string): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const user = (await lockUserByEmail(tx, email)) ?? refuse('user_not_found');
    if (user.role === 'admin') return;
    await updateUser(tx, user.id, { role: 'admin', updated_at: now });
    await recordAudit(tx, {
      actor: admin,
      action: 'admin assigned',
      subject: { type: 'user', id: user.id, name: user.email },
      before: { role: null },
      after: { role: 'admin' },
      now,
    });
  });
}
