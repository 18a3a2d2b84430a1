import { isLoopbackAddress, networkOf } from '#server/http/network-address.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Outcome } from './forward.ts';
import { QueueFull, workQueue } from '#server/work-queue.ts';

/** Who asks for something that hashes a password. */
interface InLine {
  readonly address: string;
  /** The token of a device that the account knows: it goes ahead, so no crowd of strangers keeps an owner out. */
  readonly device?: string | undefined;
}

/** Does what hashes a password when its turn comes. Refuses with `busy` when it does not, and then nothing was tried. */
export type PasswordLine = (asker: InLine, work: () => Promise<Outcome>) => Promise<Outcome>;

const patienceMs = 10_000;

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
      if (!(error instanceof QueueFull)) throw error;
      // By then everybody who waits now has had their turn or left.
      refuse('busy', { retryAfterSeconds: patienceMs / 1000 });
    }
  };
}
