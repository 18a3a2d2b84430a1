import { describe, expect, it } from 'vitest';
import { needsRenewal, parseSession } from './stored-session.ts';

const session = { email: 'ada@example.com', name: 'Ada', expiresAt: '2026-11-20T21:00:00.000Z' };
const at = (time: string) => Date.parse(`2026-11-20T${time}Z`);

describe('what the browser keeps of a session', () => {
  it('is read back as it was stored', () => {
    expect(parseSession(JSON.stringify(session))).toEqual(session);
  });

  it.each([
    null,
    '',
    'no json',
    'null',
    '[]',
    '{"email":1}',
    JSON.stringify({ ...session, expiresAt: 'soon' }),
  ])('is nothing when it is %j', (raw) => {
    expect(parseSession(raw)).toBeUndefined();
  });

  it('calls for a new token ten minutes before the old one ends, and ever after', () => {
    expect(
      ['09:00:00', '20:50:00', '20:50:01', '21:00:00', '23:00:00'].map((time) =>
        needsRenewal(session, at(time), 0),
      ),
    ).toEqual([false, false, true, true, true]);
  });

  it('calls for one a minute after a renewal failed, or when the token has ended', () => {
    expect(
      ['20:55:30', '20:55:59', '20:56:00', '21:00:00', '21:00:01'].map((time) =>
        needsRenewal(session, at(time), at(time < '20:59' ? '20:55:00' : '20:59:59')),
      ),
    ).toEqual([false, false, true, false, true]);
  });
});
