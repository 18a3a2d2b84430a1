import type { Database } from '#server/shop.ts';
import { writeLetters, type Sender } from './write-letters.ts';

/** The last mail to somebody whose account was closed, in case it was not they who closed it. */
export async function mailClosedAccount(
  tx: Database,
  shop: Sender,
  { id, email, name }: { readonly id: string; readonly email: string; readonly name: string },
): Promise<void> {
  const mail = { eventKey: `account-closed:${id}`, recipient: email, name };
  await writeLetters(tx, shop, [{ ...mail, kind: 'account-closed', facts: {} }]);
}
