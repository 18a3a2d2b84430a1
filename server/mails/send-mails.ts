import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/shop.ts';
import { holdsCode, mostTries } from './outbox.ts';
import { MailRefused, type Mailer } from '#server/third-parties/mail/port.ts';
import { claimMail, endTry, type ClaimedMail, type Tried } from './sending-store.ts';

/** A mail server that has not taken a mail by then does not get it at this try. */
const sendMs = 30_000;
/** Longer than a try takes, so that nobody takes a mail from somebody who is still sending it. */
const leaseMs = 60_000;
/** How many mails one copy of the shop sends side by side. */
const atOnce = 4;
const firstPauseMs = 10_000;
const longestPauseMs = 15 * 60_000;
/** Whoever closes the shop waits this long for a mail on its way. */
const closingMs = 4_000;

/** What stands in place of a text that held a code. */
const deletedText = 'This mail held a code. Its text was deleted when it had been sent.';

/** What the sending of mails needs. */
interface SenderParts {
  readonly db: Database;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/** Sends the outbox's mails. */
export interface MailSender {
  /** Sends what is due; called while it is at it, it ends with the round under way. Rejects only when the database fails. */
  sendDue(): Promise<void>;
  /** Starts no further try and waits for those under way. */
  stop(): Promise<void>;
}

/**
 * The outbox's worker. Any number of copies of the shop run it side by side: a mail is one's own for the time of a
 * lease. A mail is sent at least once: a copy killed between the server's 'taken' and our note of it sends it again,
 * under the same Message-ID.
 */
export function mailSender(parts: SenderParts): MailSender {
  const stopping = new AbortController();
  const state = { isDown: false, isStopped: false };
  let round: Promise<void> | undefined;

  /** False when the round is over: nothing is due, or where this mail failed the next one would. */
  async function sendNext(): Promise<boolean> {
    if (state.isStopped) return false;
    const now = parts.clock.now();
    const mail = await claimMail(parts.db, { now, leaseUntil: later(now, leaseMs), mostTries });
    return mail !== undefined && tryMail(parts, mail, { state, stopped: stopping.signal });
  }

  async function sendAll(): Promise<void> {
    // The first goes alone: mostly there is none, and a server that is down is asked once.
    if (await sendNext()) await inLanes(sendNext);
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

/** Sends side by side; waits for every lane, also when one fails: nothing may use the database after the round. */
async function inLanes(sendNext: () => Promise<boolean>): Promise<void> {
  const lane = async (): Promise<void> => {
    while (await sendNext());
  };
  const lanes = await Promise.allSettled(Array.from({ length: atOnce }, lane));
  const failed = lanes.find((ended) => ended.status === 'rejected');
  if (failed) throw failed.reason;
}

interface TryParts {
  readonly state: { isDown: boolean };
  readonly stopped: AbortSignal;
}

/** Sends one mail and writes down what came of it; false when the mail server seems to be the reason it failed. */
async function tryMail(
  { db, mailer, clock, log }: SenderParts,
  mail: ClaimedMail,
  { state, stopped }: TryParts,
): Promise<boolean> {
  try {
    const { id, recipient, subject, body_text: text, body_html: html } = mail;
    await mailer.send(
      { id, recipient, subject, text, html },
      AbortSignal.any([stopped, AbortSignal.timeout(sendMs)]),
    );
  } catch (error) {
    const refused = error instanceof MailRefused;
    const failed = failedTry(mail, { error, now: clock.now(), isMailbox: mailer.isMailbox });
    await endTry(db, mail, failed);
    // Without the server's words: they often hold the address. They are in the mail's row.
    const about = {
      mailId: mail.id,
      tries: mail.attempts + 1,
      code: (error as { code?: unknown } | null)?.code,
    };
    if (failed.attempts === mostTries) log.error(about, 'a mail was given up; its row says why');
    else if (!state.isDown) log.warn(about, 'mails cannot be sent now and are tried again');
    state.isDown ||= !refused;
    return refused;
  }
  await endTry(db, mail, {
    done_at: clock.now(),
    last_error: null,
    ...withoutCode(mail, mailer.isMailbox),
  });
  if (state.isDown) log.info({ mailId: mail.id }, 'mails can be sent again');
  state.isDown = false;
  return true;
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
    run_at: later(now, Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs)),
    last_error: words.replaceAll('\0', '').slice(0, 500),
    ...(isOver ? withoutCode(mail, isMailbox) : {}),
  };
}

/** A code is of no further use to us: what is not kept cannot leak. */
function withoutCode(mail: ClaimedMail, isMailbox: boolean): Tried {
  return isMailbox || !holdsCode(mail.event_key) ? {} : { body_text: deletedText, body_html: null };
}

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
