import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';

/** The shop's log: a JSON object per line, with nothing in it of what a customer typed. */
export function shopLogger(level: string, stream?: DestinationStream): Logger {
  const options = { level, serializers: { err: describeError } };
  return stream === undefined ? pino(options) : pino(options, stream);
}

/**
 * What is logged of an error: its words, where it happened, and whose rule it broke. Its other fields stay out: the database
 * puts the refused row among them, Stripe the message whose signature was wrong, both with names and addresses.
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
