import { hostname } from 'node:os';
import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { build } from './build.js';

/** The shop's log, without personal data: a JSON object per line, which `stream` may write in another way. */
export function shopLogger(level: string, stream?: DestinationStream): Logger {
  const base = { pid: process.pid, hostname: hostname(), build };
  const options = { level, base, serializers: { err: describeError } };
  return stream === undefined ? pino(options) : pino(options, stream);
}

/**
 * What is logged of an error: its message, stack and violated constraint. Other fields stay out, because they can hold
 * personal data: the database adds the refused row, Stripe the body of a message with a wrong signature.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: Object.prototype.toString.call(error) };
  const { type, message, stack } = stdSerializers.err(error);
  const { code, table, constraint } = error as Error & {
    code?: unknown;
    table?: unknown;
    constraint?: unknown;
  };
  return { type, message, stack, code, table, constraint };
}
