import type { DestinationStream } from 'pino';
import { accessLine } from '#server/http/request-log.ts';

/** From this level on somebody has to look, as pino counts them. */
const names: readonly (readonly [level: number, name: string])[] = [
  [60, 'Fatal: '],
  [50, 'Error: '],
  [40, 'Warning: '],
];

interface Entry {
  readonly level: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
}

/**
 * Entries of the log for somebody at a terminal: the sentence, then what else is known of it. The line of each request is shown
 * only with the rest at debug: it would push away what the start said.
 */
export function logAsText(
  print: (line: string) => void,
  { requests = false }: { requests?: boolean } = {},
): DestinationStream {
  return {
    write(line) {
      const entry = JSON.parse(line) as Entry & Record<string, unknown>;
      if (requests || entry.msg !== accessLine || entry.level > infoLevel) print(asText(entry));
    },
  };
}

const infoLevel = 30;

function asText({ level, msg, err, ...rest }: Entry & Record<string, unknown>): string {
  const name = names.find(([least]) => level >= least)?.[1] ?? '';
  const facts = Object.entries(rest)
    .filter(([key]) => !['time', 'pid', 'hostname', 'build'].includes(key))
    .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const about = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  const sentence = `${name}${msg ?? err?.message ?? ''}${about}`;
  const text = err === undefined ? sentence : `${sentence}\n${err.stack ?? err.message ?? ''}`;
  // What came from outside must not move the terminal's cursor.
  return text.replaceAll(/[\p{Cc}--[\n\t]]/gv, '?');
}
