import { rowsOf } from '#server/db/prepared.ts';
import type { Database, Shop } from '#server/shop.ts';
import type { LetterKind, StoredLetter } from './letter-kinds.ts';
import { insertingMails, mailRow, type MailRow } from './outbox.ts';

/** What a mail needs of the shop when it is written down. */
export type Sender = Pick<Shop, 'clock'>;

/** What a mail about an order needs of it. */
export type MailShop = Sender & Pick<Shop, 'orderHoldHours'>;

/** A letter to one person. */
export type LetterTo<Kind extends LetterKind = LetterKind> = StoredLetter<Kind> & {
  /** One per event: the same key written twice is one mail. */
  readonly eventKey: string;
  readonly recipient: string;
};

/** Writes letters into the outbox in the transaction of the event they tell of: their kind and facts, of which they are written when they are sent. */
export async function writeLetters(
  tx: Database,
  shop: Sender,
  letters: readonly LetterTo[],
): Promise<void> {
  if (letters.length === 0) return;
  await rowsOf(tx, insertingMails(letters.map((letter) => letterRow(shop, letter))));
}

/** The row of a letter in the outbox. */
export function letterRow(
  { clock }: Sender,
  { eventKey, recipient, kind, name, facts }: LetterTo,
): MailRow {
  const row = mailRow({ eventKey, recipient }, clock.now());
  return { ...row, letter: { kind, name, facts } };
}
