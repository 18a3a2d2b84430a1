import type { ErrorCode } from '#contract/errors.ts';
import { generalErrors } from '#contract/general-errors.ts';

/** What went wrong with a call: a refusal of the shop, or `network` when no answer came. A newer shop may say another one. */
export type ApiErrorCode = ErrorCode | 'network';

/** A call that did not succeed. `message` is a sentence people may read; `body` the whole answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 when the shop could not be reached. */
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: ApiErrorCode,
    message: string,
    body: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.body = body;
  }

  /** The error for an answer that is no success. */
  static of(status: number, body: unknown): ApiError {
    const given = isRecord(body) ? body : {};
    const { error, message } = given;
    const general = codeOf(status);
    const code = isCode(error) ? error : general;
    return new ApiError(
      status,
      code,
      typeof message === 'string' ? message : generalErrors[general][1],
      given,
    );
  }
}

/** The HTTP status of a failed call, in the browser and on the server; undefined for other errors. */
export function statusOf(error: unknown): number | undefined {
  const status = isRecord(error) ? error['status'] : undefined;
  return typeof status === 'number' ? status : undefined;
}

/** `call(…).catch(noneIfMissing)`: undefined where the shop has no such thing, or none for whoever asks. */
export function noneIfMissing(error: unknown): undefined {
  if (statusOf(error) !== 404) throw error;
}

/** Whether the same call may succeed later: the shop could not be reached or did not deal with it. */
export function isTransient({ status }: ApiError): boolean {
  return status === 0 || status === 429 || status >= 500;
}

/** Whether the shop may have done what it was asked: no answer came, one that broke off, or one of a failure. */
export function mayBeDone({ status }: Pick<ApiError, 'status'>): boolean {
  return status < 400 || status >= 500;
}

function codeOf(status: number): keyof typeof generalErrors {
  if (status === 401) return 'sign_in_required';
  if (status === 403) return 'not_allowed';
  if (status === 404) return 'not_found';
  if (status === 429) return 'too_many_requests';
  return status >= 500 ? 'unavailable' : 'bad_request';
}

/** Looks like a code of the shop; which codes there are is not known here, because their sentences come with the answers. */
function isCode(error: unknown): error is ErrorCode {
  return typeof error === 'string' && /^[a-z]+(?:_[a-z]+)*$/.test(error);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
