/** Who is signed in, for the pages; the server only looks at the token. */
export interface Session {
  readonly email: string;
  readonly name: string;
  /** When the access token expires, ISO 8601. */
  readonly expiresAt: string;
}

/** A token is renewed when less than this is left of its hours. */
const marginMs = 10 * 60_000;

/** After a renewal that failed a token is used as long as it is valid, before the next one keeps a call waiting. */
const pauseMs = 60_000;

/** Whether the access token has expired or is about to; within a minute after a renewal that failed only whether it has expired. */
export function needsRenewal({ expiresAt }: Session, nowMs: number, failedMs: number): boolean {
  return Date.parse(expiresAt) - nowMs < (nowMs - failedMs < pauseMs ? 0 : marginMs);
}

/** The session in a stored text; undefined when there is none. */
export function parseSession(raw: string | null): Session | undefined {
  try {
    const { email, name, expiresAt } = JSON.parse(raw ?? '{}') as Record<string, unknown>;
    if (typeof email !== 'string' || typeof name !== 'string' || typeof expiresAt !== 'string')
      return undefined;
    return Number.isNaN(Date.parse(expiresAt)) ? undefined : { email, name, expiresAt };
  } catch {
    return undefined;
  }
}
