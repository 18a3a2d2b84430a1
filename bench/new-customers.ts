import { hashToken } from '#server/http/who.ts';
import type { Database } from '#server/shop.ts';
import { insertCustomers } from '#test/faults/check-books.ts';

/** A customer with an access token. */
export interface NewCustomer {
  readonly id: string;
  readonly token: string;
  readonly tokenHash: string;
}

/** Inserts customers, and answers who they are in statements. */
export async function newCustomers(db: Database, count: number): Promise<NewCustomer[]> {
  const tokens = await insertCustomers(db, count);
  const rows = await db
    .selectFrom('access_tokens')
    .select(['user_id', 'token_hash'])
    .where('token_hash', 'in', tokens.map(hashToken))
    .execute();
  const ids = new Map(rows.map(({ user_id, token_hash }) => [token_hash, user_id]));
  return tokens.map((token) => {
    const tokenHash = hashToken(token);
    return { id: ids.get(tokenHash) ?? '', token, tokenHash };
  });
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
