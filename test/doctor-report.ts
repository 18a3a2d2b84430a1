import { expect } from 'vitest';
import type { DoctorReport } from '#contract/doctor.ts';
import type { Person, TestShop } from './harness.ts';

/** Lets the doctor look, as an admin does on its page, and answers what it found. */
export async function lookedAt(
  shop: Pick<TestShop, 'request' | 'workOnDoctor'>,
  admin: Person,
): Promise<DoctorReport> {
  const asked = await shop.request('POST', '/api/admin/doctor/runs', { as: admin });
  expect(asked.body).toEqual({ acknowledged: true, began: true });
  await shop.workOnDoctor();
  const answer = await shop.request('GET', '/api/admin/doctor', { as: admin });
  expect([answer.status, answer.body.run]).toEqual([200, null]);
  return answer.body;
}
