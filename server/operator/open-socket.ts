import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { parseCommand, usage, type CommandOutput } from './commands.ts';
import { fileCopyWord, serveFileCopy } from './serve-file-copy.ts';
import { exportByCommand, importByCommand } from '#server/imports/import-by-command.ts';
import { socketProblem, socketPath } from './socket-path.ts';
import type { Shop } from '#server/shop.ts';

/** A command is one short line. */
const maxBytes = 4_096;
/** For a client that connects and sends no command. */
const idleTimeoutMs = 10_000;

/**
 * Listens for the operator's commands on a socket in the data folder, which only the shop's own user can reach: while the
 * shop runs, no other process can use the embedded database. A request is one line of JSON with the words as typed, the
 * answer one line with the output; only a backup says more (serve-file-copy.ts). Where no socket is possible, the shop logs why and runs without. Answers a function
 * that closes it.
 */
export function openSocket(shop: Shop, dataDir: string, idleMs = idleTimeoutMs): () => void {
  const why = socketProblem(dataDir);
  if (why !== undefined) {
    shop.log.warn(why);
    return () => undefined;
  }
  const server = createServer((socket) => serve(shop, socket, idleMs));
  server.on('error', (error) =>
    shop.log.warn({ err: error }, 'no admin commands while the shop runs: stop it for them'),
  );
  // This process has the database's lock, so an existing socket was left by a shop that was killed.
  rmSync(socketPath(dataDir), { force: true });
  // The socket is created synchronously, so it is private from the start.
  const umask = process.umask(0o177);
  try {
    server.listen(socketPath(dataDir));
  } finally {
    process.umask(umask);
  }
  return () => void server.close();
}

/** `npm run import` and `npm run export`. */
const fileCommands = new Map([
  ['import', importByCommand],
  ['export', exportByCommand],
]);

/** Of a file of parts; sums of a million orders take minutes, too. */
const longestCommandMs = 6 * 3_600_000;

function serve(shop: Shop, socket: Socket, idleMs: number): void {
  let line = '';
  socket.setEncoding('utf8').setTimeout(idleMs, () => socket.destroy());
  // The client has gone.
  socket.on('error', () => socket.destroy());
  socket.on('data', (piece: string) => {
    line += piece;
    if (Buffer.byteLength(line) > maxBytes) return void socket.destroy();
    if (!line.includes('\n')) return;
    socket.removeAllListeners('data');
    const [word = '', ...args] = wordsIn(line);
    if (word === fileCopyWord) return void serveFileCopy(shop, socket);
    socket.setTimeout(longestCommandMs);
    const work = fileCommands.get(word);
    const said = work === undefined ? answer(shop, line) : tried(shop, () => work(shop, args));
    void said.then((output) => socket.end(`${JSON.stringify(output)}\n`));
  });
}

async function answer(shop: Shop, line: string): Promise<CommandOutput> {
  const run = parseCommand(wordsIn(line));
  return run === undefined ? { lines: [usage], failed: true } : tried(shop, () => run(shop));
}

async function tried(shop: Shop, work: () => Promise<CommandOutput>): Promise<CommandOutput> {
  try {
    return await work();
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
