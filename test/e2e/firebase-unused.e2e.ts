import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { newestBuild } from '#server/http/built-pages.ts';
import { expect, test } from './journey.ts';
import { login, newAddress, register, signedInAs, signOut } from './sign-in-steps.ts';

/** In Firebase's library alone. */
const ofFirebase = /identitytoolkit|securetoken/;

test("Firebase's library is one file of the build, which no other imports before it is asked for", () => {
  const folder = path.join(newestBuild(), 'client', 'assets');
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const texts = files.map((name) => ({
    name,
    text: readFileSync(path.join(folder, name), 'utf8'),
  }));
  const [library, ...others] = texts.filter(({ text }) => ofFirebase.test(text));
  expect(others).toEqual([]);
  const name = library?.name ?? '';
  expect(name).toMatch(/^firebase-identity-/);
  // By brotli, as it travels.
  expect(readFileSync(path.join(folder, `${name}.br`)).length).toBeLessThanOrEqual(28_000);
  const mentions = texts.filter((file) => file.name !== name && file.text.includes(name));
  // The file with the service's port, which asks for it.
  expect(mentions.length).toBe(1);
  for (const { text } of mentions)
    expect(text.split(name).length - 1).toBe(text.split(`import(\`./${name}\`)`).length - 1);
});

test('a shop that signs people in by itself loads nothing of it and lets none of it in', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (one) => asked.push(one.url()));
  const response = await page.goto('/register');
  const policy = (await response?.headerValue('content-security-policy')) ?? '';
  expect(policy).toContain("connect-src 'self';");
  expect(policy).not.toMatch(/google/);
  await expect(page.locator('html[data-identity]')).toHaveCount(0);
  await register(page, { name: 'Nadia Buyer', email: newAddress() });
  await signedInAs(page, 'Nadia Buyer');
  await page.goto('/dashboard/my-profile');
  await expect(page.getByRole('list', { name: 'Browsers' })).toBeVisible();
  await page.goto('/blog');
  await signOut(page, 'Nadia Buyer');
  await page.goto('/login');
  await expect(login(page)).toBeEnabled();
  expect(asked.filter((url) => /firebase|google/i.test(new URL(url).pathname))).toEqual([]);
});
