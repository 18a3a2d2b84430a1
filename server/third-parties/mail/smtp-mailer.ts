import { createTransport } from 'nodemailer';
import { checkHeaders } from './mail-headers.ts';
import { MailDeferred, MailRefused, type Mailer } from './port.ts';
import type { SmtpSetup } from './smtp-setup.ts';

/** The fields of the mail library's errors that tell an answer about one mail from a broken server. */
interface SmtpError extends Error {
  readonly permanent?: boolean;
  readonly responseCode?: number;
  readonly command?: string;
  readonly response?: string;
}

/** Sends mails by SMTP, each over its own connection, so that one that hangs does not delay others. */
export function smtpMailer({ host, port, secure, isLocal, auth, from }: SmtpSetup): Mailer {
  const transport = createTransport({
    host,
    port,
    secure,
    // Passwords and mails never cross a network unencrypted.
    requireTLS: !secure && !isLocal,
    ...(auth === undefined ? {} : { auth }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 10_000,
    // The library must never take a text for a path or URL to read.
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
          // Servers deliver by the envelope: exactly one recipient, whatever is in the headers.
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
        throw isForThisMailOnly(error as SmtpError) ? answered(error as SmtpError) : error;
      }
    },
  };
}

/**
 * Whether the answer is about this mail only (RFC 5321): its mailbox or content, for good or for now, such as a full mailbox.
 * Policy errors (RFC 3463, X.7) are not: a server that no longer accepts us refuses every mail, and those must be retried. Nor
 * is its system or network in trouble (4.3, 4.4), our address that it does not take now (4.1.7, 4.1.8), 421, with which the server closes the connection, or what precedes the recipient.
 */
function isForThisMailOnly({ permanent, responseCode, command, response }: SmtpError): boolean {
  const isAnswer = permanent === true || (permanent === false && isForNow(responseCode));
  return (
    isAnswer &&
    (command === 'RCPT TO' || command === 'DATA') &&
    !/^\d{3}[ -](?:[45]\.7\.|4\.[34]\.|4\.1\.[78]\b)/m.test(response ?? '')
  );
}

const isForNow = (code = 0) => code >= 400 && code < 500 && code !== 421;

function answered(error: SmtpError): MailRefused | MailDeferred {
  const Outcome = error.permanent === true ? MailRefused : MailDeferred;
  return new Outcome(error.message, { cause: error });
}
