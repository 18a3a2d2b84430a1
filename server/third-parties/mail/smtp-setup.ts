import * as z from 'zod/mini';
import { Email } from '#contract/fields.ts';
import { hasControls } from './mail-headers.ts';

/** A mail server, and the sender's address. */
export interface SmtpSetup {
  readonly host: string;
  readonly port: number;
  /** TLS from the start; otherwise STARTTLS. */
  readonly secure: boolean;
  /** The server is on this machine, and may be without encryption. */
  readonly isLocal: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
  readonly from: { readonly name: string; readonly address: string };
}

const urlFault =
  'SMTP_URL must look like smtps://user:password@mail.example:465 (or smtp://, then with STARTTLS).';
const fromFault =
  "MAIL_FROM must be an address, such as orders@shop.example or 'Underhood <orders@shop.example>'.";

/** Reads SMTP_URL and MAIL_FROM; undefined when neither is set. Adds a sentence to `faults` for each that cannot be used. */
export function smtpSetupFrom(
  { url, from }: { url: string; from: string },
  faults: string[],
): SmtpSetup | undefined {
  if (url === '') {
    if (from !== '')
      faults.push(
        'MAIL_FROM says as whom mails are sent: it needs an SMTP_URL to send them through.',
      );
    return undefined;
  }
  const server = serverOf(url);
  const sender = senderOf(from);
  if (server === undefined) faults.push(urlFault);
  if (sender === undefined) faults.push(fromFault);
  return server && sender && { ...server, from: sender };
}

function serverOf(address: string): Omit<SmtpSetup, 'from'> | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return undefined;
  // Refused, because the mail library takes any of its options from the query.
  if ((url.pathname !== '' && url.pathname !== '/') || url.search !== '' || url.hash !== '')
    return undefined;
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const [user, pass] = [decoded(url.username), decoded(url.password)];
  if (user === undefined || pass === undefined || hasControls(user + pass)) return undefined;
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    isLocal: ['localhost', '127.0.0.1', '::1'].includes(host),
    auth: user === '' ? undefined : { user, pass },
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function senderOf(from: string): SmtpSetup['from'] | undefined {
  const named = /^(?<name>[^<>"]*)<(?<address>[^<>]+)>$/.exec(from)?.groups;
  const address = z.safeParse(Email, named?.['address'] ?? from);
  const name = (named?.['name'] ?? 'Underhood').trim();
  return address.success && !hasControls(name) ? { name, address: address.data } : undefined;
}
