import { checkHeaders } from './mail-headers.ts';
import type { Mailer } from './port.ts';

/** The default: our own outbox is the mailbox and its page is where mails are read, so there is nowhere to carry them. */
export const outboxMailer: Mailer = {
  isMailbox: true,
  async send(mail, signal) {
    signal.throwIfAborted();
    checkHeaders(mail);
  },
};
