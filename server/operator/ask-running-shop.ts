import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CommandOutput } from './commands.ts';
import { socketProblem, socketPath } from './socket-path.ts';

/** Nobody listens: no shop runs, or one that was killed left its socket behind. */
export const notListening = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']);

/** Sends a command to the shop that runs on this data folder; undefined when none runs there. */
export async function askRunningShop(
  dataDir: string,
  words: readonly string[],
): Promise<CommandOutput | undefined> {
  if (socketProblem(dataDir) !== undefined) return undefined;
  const socket = connect(socketPath(dataDir));
  try {
    socket.write(`${JSON.stringify(words)}\n`);
    const answer = await text(socket);
    // Cut off: the shop was being stopped.
    if (answer === '')
      return {
        lines: ['The shop did not answer: look whether it is done with "list".'],
        failed: true,
      };
    return JSON.parse(answer) as CommandOutput;
  } catch (error) {
    if (notListening.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  } finally {
    socket.destroy();
  }
}
