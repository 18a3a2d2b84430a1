import { refuse } from '#server/http/refusal.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { listMails } from './outbox.ts';

/** How many mails the demo's outbox shows. */
const mostShown = 100;

/** The demo's readable outbox. It shows links that open accounts, so a live shop answers as if it did not exist. */
export function outboxHandlers(shop: Shop): Handlers<'listOutbox'> {
  return {
    listOutbox: async () => {
      if (shop.mode !== 'demo') refuse('not_found');
      const mails = await listMails(shop.db, mostShown);
      return mails.map((mail) => ({
        _id: mail.id,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.body_text,
        createdAt: mail.created_at.toISOString(),
      }));
    },
  };
}
