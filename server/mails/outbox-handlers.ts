import { refuse } from '#server/http/refusal.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { listMails } from './outbox.ts';
import { writtenMail, type Unwritten, type WrittenMail } from './written-mail.ts';

const mostShown = 100;

/** The mail as it is or would be sent; one that cannot be written hides no other. */
function readable(mail: Unwritten, shop: Shop): Pick<WrittenMail, 'subject' | 'text'> {
  try {
    return writtenMail(mail, shop);
  } catch (error) {
    shop.log.error({ err: error }, 'a mail cannot be written');
    return { subject: 'A mail that cannot be written', text: '' };
  }
}

/** The outbox of a demo, to be read. It shows links that open accounts: a live shop answers `not_found`. */
export function outboxHandlers(shop: Shop): Handlers<'listOutbox'> {
  return {
    listOutbox: async () => {
      if (shop.mode !== 'demo') refuse('not_found');
      const mails = await listMails(shop.db, mostShown);
      return mails.map((mail) => {
        const { subject, text } = readable(mail, shop);
        const { id: _id, recipient: to, created_at } = mail;
        return { _id, to, subject, text, createdAt: created_at.toISOString() };
      });
    },
  };
}
