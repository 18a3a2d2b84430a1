import { createTransport } from 'nodemailer';
import { checkHeaders } from './mail-headers.ts';
import { MailRefused, type Mailer } from './port.ts';
import type { SmtpSetup } from './smtp-setup.ts';

/** What of the mail library's errors tells a mail that is refused from a server that is not well. */
interface SmtpError extends Error {
  readonly permanent?: boolean;
  readonly command?: string;
  readonly response?: string;
}

/** Carries mails to a mail server. Every mail has a connection of its own: one that hangs holds up no other. */
export function smtpMailer({ host, port, secure, isLocal, auth, from }: SmtpSetup): Mailer {
  const transport = createTransport({
    host,
    port,
    secure,
    // Passwords and order mails do not cross a network in clear.
    requireTLS: !secure && !isLocal,
    ...(auth === undefined ? {} : { auth }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 10_000,
    // No text of ours is a path or an address to be read in its stead.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);

  return {
    isMailbox: false,
    async send(mail, signal) {
      const { recipient, subject } = checkHeaders(mail);
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: recipient },
          // The envelope is what a server delivers by: one recipient, whatever the headers might be read as.
          envelope: { from: from.address, to: recipient },
          subject,
          text: mail.text,
          ...(mail.html === null ? {} : { html: mail.html }),
          messageId: `<${mail.id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal,
        });
      } catch (error) {
        throw isForThisMailOnly(error as SmtpError)
          ? new MailRefused((error as Error).message, { cause: error })
          : error;
      }
    },
  };
}

/**
 * A mailbox that does not exist or a content that is not wanted (RFC 5321, 5yz). Not so policy (RFC 3463, X.7): a server
 * that does not know us any more refuses everybody, and no mail is to be given up for that.
 */
function isForThisMailOnly({ permanent, command, response }: SmtpError): boolean {
  return (
    permanent === true &&
    (command === 'RCPT TO' || command === 'DATA') &&
    !/^\d{3}[ -]5\.7\./m.test(response ?? '')
  );
}
