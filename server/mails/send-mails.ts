import type { FastifyBaseLogger } from 'fastify';
import { minuteMs } from '#contract/durations.ts';
import { after, type Clock } from '#server/clock.ts';
import type { Database } from '#server/shop.ts';
import type { Footer } from './mail-template.ts';
import { holdsCode, mostTries } from './outbox.ts';
import {
  MailDeferred,
  MailRefused,
  type Mailer,
  type OutgoingMail,
} from '#server/third-parties/mail/port.ts';
import { claimMail, endTry, type ClaimedMail, type Tried } from './sending-store.ts';
import { writtenMail } from './written-mail.ts';

/** Timeout of one try. */
const sendMs = 30_000;
/** Longer than a try, so that no other process takes a mail that is being sent. */
const leaseMs = minuteMs;
/** Mails that one process sends at the same time. */
const atOnce = 4;
const firstBackoffMs = 10_000;
const longestBackoffMs = 15 * minuteMs;
/** How long a closing shop waits for the mails it is sending. */
const closingMs = 4_000;

const deletedText = 'This mail held a code. Its text was deleted when it had been sent.';

/** What the mail sender works with. */
interface SenderParts {
  readonly db: Database;
  readonly mailer: Mailer;
  /** As it is now: admins may edit the contact. */
  readonly footer: () => Footer;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Told of each mail that needs no other try. */
  readonly ended: (how: MailEnd) => void;
}

export type MailEnd = 'sent' | 'given_up';

/** Sends the outbox's mails. */
export interface MailSender {
  /** Sends what is due; a call during a round waits for that round. Rejects only when the database fails. */
  sendDue(): Promise<void>;
  /** Begins no other mail and waits for those that are being sent. */
  stop(): Promise<void>;
}

/**
 * The worker of the outbox. Any number of processes may run it: each mail is claimed with a lease. Delivery is
 * at-least-once: after a kill between the server's answer and our note of it, the mail is sent again with the same
 * Message-ID.
 */
export function mailSender(parts: SenderParts): MailSender {
  const stopping = new AbortController();
  const state = { isDown: false, isStopped: false };
  let round: Promise<void> | undefined;

  /** False when the round is over: nothing is due, or the mail server is down. */
  async function sendNext(): Promise<boolean> {
    if (state.isStopped) return false;
    const now = parts.clock.now();
    const mail = await claimMail(parts.db, { now, leaseUntil: after(now, leaseMs) });
    return mail !== undefined && tryMail(parts, mail, { state, stopped: stopping.signal });
  }

  async function sendAll(): Promise<void> {
    // The first mail goes alone: usually there is none, and a server that is down is asked only once.
    if (await sendNext()) await inParallel(sendNext);
  }

  return {
    sendDue() {
      return (round ??= sendAll().finally(() => {
        round = undefined;
      }));
    },
    async stop() {
      state.isStopped = true;
      const late = setTimeout(() => stopping.abort(new Error('The shop is closing.')), closingMs);
      await round?.catch(() => undefined);
      clearTimeout(late);
    },
  };
}

/** Waits for all of them, also when one fails: nothing may use the database after the round. */
async function inParallel(sendNext: () => Promise<boolean>): Promise<void> {
  const worker = async (): Promise<void> => {
    while (await sendNext());
  };
  const workers = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  const failed = workers.find((ended) => ended.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Sends one mail and stores the result; false when the mail server seems to be down. */
async function tryMail(
  { db, mailer, footer, clock, log, ended }: SenderParts,
  mail: ClaimedMail,
  { state, stopped }: { state: { isDown: boolean }; stopped: AbortSignal },
): Promise<boolean> {
  let outgoing: OutgoingMail;
  try {
    outgoing = writtenOut(mail, footer());
    await mailer.send(outgoing, AbortSignal.any([stopped, AbortSignal.timeout(sendMs)]));
  } catch (error) {
    const isDeferred = error instanceof MailDeferred;
    const isOfThisMail = isDeferred || error instanceof MailRefused;
    const failed = failedTry(mail, { error, now: clock.now(), isMailbox: mailer.isMailbox });
    await endTry(db, mail, failed);
    // Without the server's answer, which often holds the address; the mail's row has it.
    const about = {
      mailId: mail.id,
      tries: mail.attempts + 1,
      code: (error as { code?: unknown } | null)?.code,
    };
    if (failed.attempts === mostTries) {
      log.error(about, 'a mail was given up; its row says why');
      ended('given_up');
    } else if (error instanceof MailUnwritable)
      log.error({ ...about, err: error.cause }, 'a mail cannot be written and is tried again');
    else if (isDeferred) log.warn(about, 'a mail is put off; its row says why');
    else if (!state.isDown) log.warn(about, 'mails cannot be sent now and are tried again');
    state.isDown ||= !isOfThisMail;
    return isOfThisMail;
  }
  await endTry(db, mail, {
    done_at: clock.now(),
    last_error: null,
    ...contentKept(mail, { ...outgoing, isMailbox: mailer.isMailbox }),
  });
  ended('sent');
  if (state.isDown) log.info({ mailId: mail.id }, 'mails can be sent again');
  state.isDown = false;
  return true;
}

/** The shop fails to write this mail: it is put off, and must not stop the others. */
class MailUnwritable extends MailDeferred {}

/** The mail as it goes out. Throws `MailUnwritable`. */
function writtenOut(mail: ClaimedMail, footer: Footer): OutgoingMail {
  try {
    const { id, recipient } = mail;
    return { id, recipient, ...writtenMail(mail, footer) };
  } catch (cause) {
    throw new MailUnwritable(`The mail cannot be written: ${String(cause)}`, { cause });
  }
}

/** What stays of a mail that was sent: of a letter what it said. */
function contentKept(
  mail: ClaimedMail,
  { subject, text, isMailbox }: OutgoingMail & Pick<Mailer, 'isMailbox'>,
): Tried {
  if (mail.letter !== null) return { subject, body_text: text, letter: null };
  return isMailbox ? {} : withoutCode(mail);
}

function failedTry(
  mail: ClaimedMail,
  { error, now, isMailbox }: { error: unknown; now: Date; isMailbox: boolean },
): Tried {
  const tries = mail.attempts + 1;
  const isOver = error instanceof MailRefused || tries >= mostTries;
  const words = error instanceof Error ? error.message : String(error);
  return {
    attempts: isOver ? mostTries : tries,
    run_at: after(now, Math.min(firstBackoffMs * 2 ** (tries - 1), longestBackoffMs)),
    last_error: words.replaceAll('\0', '').slice(0, 500),
    ...(isOver && !isMailbox ? withoutCode(mail) : {}),
  };
}

/** A code is not needed after sending; what is not stored cannot leak. */
function withoutCode({ event_key }: ClaimedMail): Tried {
  return holdsCode(event_key) ? { body_text: deletedText, body_html: null } : {};
}
