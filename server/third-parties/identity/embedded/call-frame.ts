import type * as z from 'zod/mini';
import type { RateLimit } from '#server/rate-limit/store.ts';

/** What every address of the service has. */
export interface CallFrame {
  readonly method: 'GET' | 'POST';
  /** Below `/api/identity`. */
  readonly path: string;
  readonly body?: z.core.$ZodType;
  /** What of the outcome a page needs; never the session's own secret, which belongs in its cookie only. */
  readonly answer: (body: Record<string, unknown>) => unknown;
  readonly limit?: RateLimit;
}

/** Somebody signed in, as the pages see it. `secondFactor`: nobody is yet, and a code is asked for next. */
export function userOf(body: Record<string, unknown>): unknown {
  if (body['twoFactorRedirect'] === true) return { user: null, secondFactor: true };
  const user = (body['user'] ?? null) as Record<string, unknown> | null;
  return {
    user: user && {
      email: user['email'],
      name: user['name'],
      emailVerified: user['emailVerified'],
    },
  };
}
