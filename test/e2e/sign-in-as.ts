import type { BrowserContext } from '@playwright/test';
import type { Person } from '#test/harness.ts';

/** Opens every page of a browser signed in as a person of a test's own shop. */
export async function signInAs(
  context: BrowserContext,
  { token, email, name }: Person,
): Promise<void> {
  const session = { email, name, expiresAt: '2099-01-01T00:00:00.000Z' };
  await context.addInitScript(
    ([accessToken, stored]) => {
      localStorage.setItem('accessToken', accessToken);
      localStorage.setItem('underhood.session', stored);
    },
    [token, JSON.stringify(session)] as const,
  );
}
