import { isLoopbackAddress, networkOf } from '#server/http/network-address.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Outcome } from './forward.ts';
import { QueueFull, workQueue } from '#server/work-queue.ts';

interface Sender {
  readonly address: string;
  /** The token of a known device: it goes first, so that strangers cannot keep an owner out. */
  readonly device?: string | undefined;
}

/** Runs work that hashes a password when its turn comes. Refuses with `busy` when it waits too long; the work is then not done. */
export type PasswordQueue = (sender: Sender, work: () => Promise<Outcome>) => Promise<Outcome>;

const patienceMs = 10_000;

/**
 * The queue before password hashing: two at a time, so that two of Node's four worker threads stay free for files and
 * compression. In a demo, many visitors may share the machine's own address.
 */
export function makePasswordQueue(mode: 'demo' | 'live'): PasswordQueue {
  const queue = workQueue({ atOnce: 2, waiting: 500, waitingOfGroup: 20, patienceMs });
  const groupOf = (address: string) =>
    mode === 'demo' && isLoopbackAddress(address) ? undefined : networkOf(address);
  return async ({ address, device }, work) => {
    try {
      return await queue(
        work,
        device === undefined ? { group: groupOf(address) } : { group: device, ahead: true },
      );
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      // Everybody who waits now is done or gone by then.
      refuse('busy', { retryAfterSeconds: patienceMs / 1000 });
    }
  };
}
