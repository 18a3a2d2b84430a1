import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CommandOutput } from './commands.ts';
import { socketProblem, socketPath } from './socket-path.ts';

/** Nobody takes commands there: no shop runs, or one that was killed left its socket behind. */
const nobody = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']);

/** Has the shop that runs on this data folder do what was typed; undefined when none runs there that could be asked. */
export async function askRunningShop(
  dataDir: string,
  words: readonly string[],
): Promise<CommandOutput | undefined> {
  if (socketProblem(dataDir) !== undefined) return undefined;
  const socket = connect(socketPath(dataDir));
  try {
    socket.write(`${JSON.stringify(words)}\n`);
    const answer = await text(socket);
    // Cut off in the middle: it was being stopped.
    if (answer === '')
      return {
        lines: ['The shop did not answer: look whether it is done with "list".'],
        failed: true,
      };
    return JSON.parse(answer) as CommandOutput;
  } catch (error) {
    if (nobody.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  } finally {
    socket.destroy();
  }
}
