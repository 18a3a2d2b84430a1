import { errors, type ErrorCode } from '#contract/errors.ts';

/** An expected no: travels to the client as its code, status and sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly status: number;
  /** Fields added to the answer, such as the nearest valid quantities. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, options: { cause?: unknown; details?: Record<string, unknown> } = {}) {
    super(errors[code][1], options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = errors[code][0];
    this.details = options.details ?? {};
  }
}

/** Says no with a code of the closed list; the cause goes to the log, the code's sentence to the person. */
export function refuse(code: ErrorCode, options?: { cause?: unknown; details?: Record<string, unknown> }): never {
  throw new Refusal(code, options);
}
