import { calls } from '#contract/api.ts';
import { adminCalls } from '#web/api/admin-calls.ts';
import { securityEventKinds, type SecurityEvent } from '#contract/security-events.ts';

/** What happened, and what else there is to say about it; undefined when there is nothing. */
interface EventWords {
  readonly what: string;
  readonly more: string | undefined;
}

/** A security event in words. */
export function wordsOf({ kind, details }: Pick<SecurityEvent, 'kind' | 'details'>): EventWords {
  return {
    what: securityEventKinds[kind],
    more: details === null ? undefined : moreOf(kind, details),
  };
}

function moreOf(
  kind: SecurityEvent['kind'],
  details: NonNullable<SecurityEvent['details']>,
): string {
  const { call, role, by } = details;
  if (kind === 'admin_call_refused' && typeof call === 'string') return addressOf(call);
  if (kind === 'role_changed') return `Now ${role === 'admin' ? 'an admin' : 'no admin'}, by ${by}`;
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
}

/** A call as the log of a proxy would have it. */
function addressOf(name: string): string {
  const known = Object.entries({ ...calls, ...adminCalls }).find(([call]) => call === name)?.[1];
  return known === undefined ? name : `${known.method} /api${known.path}`;
}

/** Enough of a network's hash to tell it from others at sight, and to search for it. */
export function shortOf(network: string): string {
  return network.slice(0, 8);
}
