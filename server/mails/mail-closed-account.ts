import type { Database } from '#server/shop.ts';
import { writeLetter, type MailShop } from './mail-template.ts';

/** The last mail to somebody whose account was closed, in case it was not they who closed it. */
export async function mailClosedAccount(
  tx: Database,
  shop: MailShop,
  { id, email, name }: { readonly id: string; readonly email: string; readonly name: string },
): Promise<void> {
  await writeLetter(
    tx,
    shop,
    { eventKey: `account-closed:${id}`, recipient: email },
    {
      subject: 'Your account is closed',
      name,
      paragraphs: [
        'You have closed your account, and we have deleted what we kept about you. Your orders stay in our books without your name; your reviews stay as those of a customer.',
        `You are welcome to register again with this address. If it was not you who closed the account, write to ${shop.contact.email}.`,
      ],
      facts: [],
    },
  );
}
