import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const reader = await shop.person('Reader', { role: 'admin' });
const part = await samplePart(shop.db);

async function found(q: string): Promise<Pick<AuditEntry, 'actor' | 'action' | 'subjectName'>[]> {
  const { status, body } = await shop.request(
    'GET',
    `/api/admin/audit?${new URLSearchParams({ q }).toString()}`,
    { as: reader },
  );
  expect(status).toBe(200);
  return (body as AuditEntry[]).map(({ actor, action, subjectName }) => ({
    actor,
    action,
    subjectName,
  }));
}

describe('the audit log', () => {
  it('names people as they are called now, and finds their deeds by that', async () => {
    const grace = await shop.person('Grace', { role: 'admin' });
    const ada = await shop.person('Ada');
    await shop.request('DELETE', `/api/part/${part}`, { as: grace });
    await shop.request('PUT', `/api/users/admin/${ada.email}`, { as: reader });
    await shop.db
      .updateTable('users')
      .set({ email: 'grace.hopper@example.com' })
      .where('id', '=', grace.userId)
      .execute();
    const deed = { action: 'part deleted', subjectName: 'Brake disc, front, vented 300 mm' };
    expect(await found('GRACE.hopper@')).toEqual([{ actor: 'grace.hopper@example.com', ...deed }]);
    expect(await found(grace.email)).toEqual([]);
    // As the one to whom it was done.
    expect(await found(ada.email)).toEqual([
      { actor: reader.email, action: 'admin assigned', subjectName: ada.email },
    ]);
    await shop.db
      .updateTable('users')
      .set({ replaced_at: shop.clock.now() })
      .where('id', '=', grace.userId)
      .execute();
    expect(await found('part deleted')).toEqual([
      { actor: 'grace.hopper@example.com (an earlier account)', ...deed },
    ]);
    await shop.db
      .updateTable('users')
      .set({ closed_at: shop.clock.now() })
      .where('id', '=', grace.userId)
      .execute();
    expect(await found('part deleted')).toEqual([{ actor: 'A customer', ...deed }]);
    await shop.db.deleteFrom('access_tokens').where('user_id', '=', grace.userId).execute();
    await shop.db.deleteFrom('users').where('id', '=', grace.userId).execute();
    expect(await found('part deleted')).toEqual([{ actor: 'deleted account', ...deed }]);
  });
});
