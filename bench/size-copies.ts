import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Paced } from './page-clock.ts';

/** Copies of the shop beside the one of this process, each a process of its own. */
export interface FurtherCopies {
  readonly ports: readonly number[];
  readonly pids: readonly number[];
  /** The page clock of each goes on as this question wants it from here on. */
  startClock(question: Paced): Promise<void>;
  close(): Promise<void>;
}

/** Starts them on the database of an address, all but the first of so many. */
export async function startCopies(url: string, copies: number): Promise<FurtherCopies> {
  const children = Array.from({ length: copies - 1 }, () =>
    fork(path.join(import.meta.dirname, 'size-copy.ts'), [url, String(copies)]),
  );
  for (const child of children) child.once('exit', (code) => code !== 0 && process.exit(1));
  const ports = await Promise.all(children.map(heard<number>));
  return {
    ports,
    pids: children.flatMap(({ pid }) => pid ?? []),
    async startClock({ page, addresses }) {
      const started = children.map(heard<string>);
      for (const child of children) child.send({ page, addresses });
      await Promise.all(started);
    },
    async close() {
      const ended = children.map((child) => once(child, 'exit'));
      for (const child of children) child.disconnect();
      await Promise.all(ended);
    },
  };
}

/** The next message of a process. */
async function heard<Message>(child: ChildProcess): Promise<Message> {
  const [message] = (await once(child, 'message')) as [Message];
  return message;
}
