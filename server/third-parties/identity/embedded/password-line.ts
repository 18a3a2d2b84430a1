import { isLoopbackAddress, networkOf } from '#server/http/network-address.ts';
import type { Outcome } from './forward.ts';
import { QueueFull, workQueue } from '#server/work-queue.ts';

/** Who asks for something that hashes a password. */
export interface Asker {
  readonly address: string;
  /** The token of a device that the account knows: it goes ahead, so no crowd of strangers keeps an owner out. */
  readonly device?: string | undefined;
}

/** Does what hashes a password when its turn comes; answers `sentAway` when it does not. */
export type PasswordLine = (asker: Asker, work: () => Promise<Outcome>) => Promise<Outcome>;

const patienceMs = 10_000;

/** Nothing was tried. By the time that is named, everybody who waits now has had their turn or left. */
export const sentAway: Outcome = {
  status: 503,
  body: { code: 'PASSWORD_LINE_FULL' },
  cookies: [],
  location: undefined,
  retryAfterSeconds: patienceMs / 1000,
};

/**
 * The line before password work: two at a time, so that the other two threads that Node has for such work go on reading
 * files and compressing pages. The demo's visitors on this machine are one address and not one person.
 */
export function passwordLine(mode: 'demo' | 'live'): PasswordLine {
  const inLine = workQueue({ atOnce: 2, waiting: 500, waitingOfGroup: 20, patienceMs });
  const groupOf = (address: string) =>
    mode === 'demo' && isLoopbackAddress(address) ? undefined : networkOf(address);
  return async ({ address, device }, work) => {
    try {
      return await inLine(
        work,
        device === undefined ? { group: groupOf(address) } : { group: device, ahead: true },
      );
    } catch (error) {
      if (error instanceof QueueFull) return sentAway;
      throw error;
    }
  };
}
