import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { markSession, sendGuestToLogin } from './mark-session.ts';

const session = {
  accessToken: 'a',
  'underhood.session': JSON.stringify({ name: 'Cora "C" Customer' }),
};

/** Runs a script on a page at `/purchase/1?from=mail#order` with this local storage; answers its effects. */
function run(script: string, stored: Readonly<Record<string, string>>) {
  const dataset: Record<string, string> = {};
  const kept: Record<string, string> = {};
  const styled: Record<string, string> = {};
  const style = { setProperty: (key: string, value: string) => void (styled[key] = value) };
  let movedTo: string | undefined;
  runInNewContext(script, {
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    sessionStorage: { setItem: (key: string, value: string) => void (kept[key] = value) },
    location: {
      pathname: '/purchase/1',
      search: '?from=mail',
      hash: '#order',
      replace: (to: string) => (movedTo = to),
    },
    document: { documentElement: { dataset, style } },
  });
  return { marked: 'session' in dataset, person: styled['--person'], kept, movedTo };
}

describe('the script in the head of every page', () => {
  test('marks the page when both halves of a session are stored', () => {
    const person = String.raw`"Cora \"C\" Customer"`;
    expect(run(markSession, session)).toEqual({ marked: true, person, kept: {} });
  });

  test('marks the page also when nobody can read who it is', () => {
    expect(run(markSession, { ...session, 'underhood.session': '{' }).marked).toBe(true);
  });

  test('leaves a guest’s page as it is', () => {
    const { accessToken } = session;
    const untouched = { marked: false, kept: {}, movedTo: undefined };
    expect(run(markSession, {})).toEqual(untouched);
    expect(run(markSession, { accessToken })).toEqual(untouched);
  });

  test('does nothing where storage is forbidden', () => {
    expect(() => runInNewContext(markSession, {})).not.toThrow();
  });
});

describe('the script of a page for customers', () => {
  test('lets a customer stay', () => {
    expect(run(markSession + sendGuestToLogin, session).movedTo).toBeUndefined();
  });

  test('sends a guest to the login, and keeps the way back', () => {
    expect(run(markSession + sendGuestToLogin, {})).toEqual({
      marked: false,
      kept: { 'underhood.return-path': '/purchase/1?from=mail#order' },
      movedTo: '/login',
    });
  });
});
