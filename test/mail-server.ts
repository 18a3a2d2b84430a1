import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { smtpSetupFrom, type SmtpSetup } from '#server/third-parties/mail/smtp-setup.ts';

/** A mail that arrived, and the recipient of its envelope. */
interface Arrived extends Email {
  readonly recipients: readonly string[];
}

/** A real mail server on loopback. */
export interface MailServer {
  /** The shop's settings for it. */
  readonly setup: SmtpSetup;
  readonly arrived: Arrived[];
  /** Refusals of RCPT TO by recipient, or of what follows DATA; all others are accepted. */
  readonly refused: Map<string, { code: number; text: string; at?: 'DATA' }>;
  /** The server waits for this before it accepts a mail. */
  beforeTaking: () => Promise<void>;
  /** Closes the port. */
  stop(): Promise<void>;
  /** Listens on the same port again. */
  start(): Promise<void>;
}

/** Starts one on a free port. */
export async function startMailServer(): Promise<MailServer> {
  const arrived: Arrived[] = [];
  const refused: MailServer['refused'] = new Map();
  let port = 0;
  let server: SMTPServer | undefined;
  const self = {
    arrived,
    refused,
    beforeTaking: async () => undefined,
    async start() {
      server = listening(self);
      server.listen(port, '127.0.0.1');
      await once(server.server, 'listening');
      port = (server.server.address() as AddressInfo).port;
    },
    stop: () =>
      new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())),
  } as Omit<MailServer, 'setup'>;
  await self.start();
  const setup = smtpSetupFrom(
    { url: `smtp://127.0.0.1:${port}`, from: 'Underhood <orders@shop.test>' },
    [],
  );
  if (setup === undefined) throw new Error('The address of the mail server was not understood.');
  return Object.assign(self, { setup });
}

function listening(self: Omit<MailServer, 'setup'>): SMTPServer {
  return new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, answer) {
      const refusal = self.refused.get(address);
      answer(refusal?.at === undefined ? refusing(refusal) : undefined);
    },
    onData(stream, { envelope }, answer) {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      const take = async (): Promise<void> => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        await self.beforeTaking();
        const refusal = refusing(self.refused.get(recipients[0]!));
        if (refusal) throw refusal;
        self.arrived.push({ ...mail, recipients });
      };
      take().then(
        () => answer(),
        (error: Error) => answer(error),
      );
    },
  });
}

function refusing(refusal: { code: number; text: string } | undefined): Error | undefined {
  return refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code });
}
