import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { parseCommand, usage, type CommandOutput } from './commands.ts';
import { socketProblem, socketPath } from './socket-path.ts';
import type { Shop } from '#server/shop.ts';

/** A command is a line of a few words. */
const mostBytes = 4_096;
const patienceMs = 10_000;

/**
 * Takes the operator's commands on a socket in the data folder that only the shop's own user can reach: the embedded database
 * lets nobody else in while the shop runs. A line of JSON comes, the words as typed; one goes back, what is to be said. Where no
 * socket can be, the shop runs without and says so. Answers how to close it.
 */
export function openSocket(shop: Shop, dataDir: string): () => void {
  const why = socketProblem(dataDir);
  if (why !== undefined) {
    shop.log.warn(why);
    return () => undefined;
  }
  const server = createServer((socket) => serve(shop, socket));
  server.on('error', (error) =>
    shop.log.warn({ err: error }, 'a running shop takes no admin commands here: stop it for them'),
  );
  // Whoever holds the database is the only shop of this folder: what lies there was left by one that was killed.
  rmSync(socketPath(dataDir), { force: true });
  // The socket is made while this line runs: nobody else can reach it for a moment either.
  const umask = process.umask(0o177);
  try {
    server.listen(socketPath(dataDir));
  } finally {
    process.umask(umask);
  }
  return () => void server.close();
}

function serve(shop: Shop, socket: Socket): void {
  let line = '';
  socket.setEncoding('utf8').setTimeout(patienceMs, () => socket.destroy());
  // Whoever asked has gone: there is nobody to tell.
  socket.on('error', () => socket.destroy());
  socket.on('data', (piece: string) => {
    line += piece;
    if (Buffer.byteLength(line) > mostBytes) return void socket.destroy();
    if (!line.includes('\n')) return;
    socket.removeAllListeners('data');
    void answer(shop, line).then((said) => socket.end(`${JSON.stringify(said)}\n`));
  });
}

async function answer(shop: Shop, line: string): Promise<CommandOutput> {
  const run = parseCommand(wordsIn(line));
  if (run === undefined) return { lines: [usage], failed: true };
  try {
    return await run(shop);
  } catch (error) {
    shop.log.error({ err: error }, 'an admin command failed');
    return { lines: ['The shop could not do it just now; its log says why.'], failed: true };
  }
}

function wordsIn(line: string): string[] {
  try {
    const words: unknown = JSON.parse(line);
    return Array.isArray(words) ? words.map(String) : [];
  } catch {
    return [];
  }
}
