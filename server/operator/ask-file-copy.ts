import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { CopyEnd } from '#server/db/embedded/file-copy.ts';
import { notListening } from './ask-running-shop.ts';
import { type FileCopyAnswer, fileCopyWord } from './serve-file-copy.ts';
import { socketProblem, socketPath } from './socket-path.ts';

/** The running shop refuses, or was stopped meanwhile; the message is all there is to say. */
export class FileCopyRefused extends Error {
  override readonly name = 'FileCopyRefused';
}

/** A running shop that lets its database's files be copied. */
export interface FileCopy {
  /** To be called when they are copied; the shop keeps the log until `release`. */
  end(): Promise<CopyEnd>;
  release(): void;
}

/** Asks the shop that runs on this data folder to let its files be copied; undefined when none runs there. */
export async function askFileCopy(dataDir: string): Promise<FileCopy | undefined> {
  if (socketProblem(dataDir) !== undefined) return undefined;
  const socket = connect(socketPath(dataDir));
  try {
    await once(socket, 'connect');
  } catch (error) {
    if (notListening.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
  // A lost connection ends the lines.
  socket.on('error', () => socket.destroy());
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const ask = async (words: readonly string[]): Promise<FileCopyAnswer> => {
    socket.write(`${JSON.stringify(words)}\n`);
    return answerIn(await lines.next(), socket);
  };
  await ask([fileCopyWord]);
  return {
    async end() {
      const answer = await ask(['end']);
      if (!('end' in answer)) throw new FileCopyRefused('The shop answered something unexpected.');
      return answer.end;
    },
    release: () => void socket.destroy(),
  };
}

function answerIn({ value, done }: IteratorResult<string>, socket: Socket): FileCopyAnswer {
  if (done) throw new FileCopyRefused('The shop was stopped meanwhile. Try it again.');
  const answer = JSON.parse(value) as FileCopyAnswer;
  if (!('failed' in answer)) return answer;
  socket.destroy();
  throw new FileCopyRefused(answer.lines.join('\n'));
}
