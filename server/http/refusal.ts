import { errors, type ErrorCode } from '#contract/errors.ts';

interface RefusalOptions {
  /** For the log. */
  readonly cause?: unknown;
  /** For the client: fields of the answer. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
}

/** An expected error, which the client gets as its code, status and sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly status: number;
  /** Fields added to the answer, such as the nearest valid quantities. */
  readonly details: Readonly<Record<string, unknown>>;
  /** When trying again makes sense, for the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(errors[code][1], options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = errors[code][0];
    this.details = options.details ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Refuses with a code of the closed list; the cause goes to the log, the code's sentence to the client. */
export function refuse(code: ErrorCode, options?: RefusalOptions): never {
  throw new Refusal(code, options);
}
