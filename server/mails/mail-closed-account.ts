import type { Database } from '#server/shop.ts';
import { writeMail } from './outbox.ts';
import { htmlOf, textOf, type Letter, type MailShop } from './mail-template.ts';

/** Tells somebody for the last time that their account is closed: whoever did not close it hears of it too. */
export async function mailClosedAccount(
  tx: Database,
  shop: MailShop,
  { id, email, name }: { readonly id: string; readonly email: string; readonly name: string },
): Promise<void> {
  const letter: Letter = {
    subject: 'Your account is closed',
    name,
    paragraphs: [
      'You have closed your account, and we have deleted what we kept about you. Your orders stay in our books without your name; your reviews stay as those of a customer.',
      `You are welcome to register again with this address. If it was not you who closed the account, write to ${shop.contact.email}.`,
    ],
    facts: [],
  };
  const mail = { eventKey: `account-closed:${id}`, recipient: email, subject: letter.subject };
  await writeMail(
    tx,
    { ...mail, text: textOf(letter, shop), html: htmlOf(letter, shop) },
    shop.clock.now(),
  );
}
