import { isLoopbackAddress, networkOf } from '#server/network-address.ts';
import type { Outcome } from '#server/third-parties/identity/embedded/forward.ts';
import { LineFull, waitingLine } from '#server/waiting-line.ts';

/** Does what hashes a password when its turn comes, for whoever asks from a network address; answers `sentAway` when it does not. */
export type PasswordLine = (address: string, work: () => Promise<Outcome>) => Promise<Outcome>;

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
  const inLine = waitingLine({ atOnce: 2, waiting: 500, waitingOfGroup: 20, patienceMs });
  return async (address, work) => {
    const group = mode === 'demo' && isLoopbackAddress(address) ? undefined : networkOf(address);
    try {
      return await inLine(work, { group });
    } catch (error) {
      if (error instanceof LineFull) return sentAway;
      throw error;
    }
  };
}
