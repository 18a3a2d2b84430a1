import { hashToken } from '#server/http/who.ts';
import type { Database } from '#server/shop.ts';
import { insertPeople } from '#test/faults/check-books.ts';

/** A customer with an access token. */
export interface NewCustomer {
  readonly id: string;
  readonly token: string;
  readonly tokenHash: string;
}

/** Inserts customers, and answers who they are in statements. */
export async function newCustomers(db: Database, count: number): Promise<NewCustomer[]> {
  const people = await insertPeople(db, count);
  return people.map(({ id, token }) => ({ id, token, tokenHash: hashToken(token) }));
}

/** What stands for a customer in statements that were recorded of another. */
export function inTheirPlace(
  model: Pick<NewCustomer, 'id' | 'tokenHash'>,
  other: Pick<NewCustomer, 'id' | 'tokenHash'>,
): Map<string, string> {
  return new Map([
    [model.id, other.id],
    [model.tokenHash, other.tokenHash],
  ]);
}
