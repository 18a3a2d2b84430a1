import { checkHeaders } from './mail-headers.ts';
import type { Mailer } from './port.ts';

/** The demo's mailer sends nothing: mails are read on the outbox's page. */
export const outboxMailer: Mailer = {
  isMailbox: true,
  async send(mail, signal) {
    signal.throwIfAborted();
    checkHeaders(mail);
  },
};
