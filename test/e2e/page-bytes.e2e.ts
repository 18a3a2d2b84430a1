import { readFileSync } from 'node:fs';
import type { Page, Response } from '@playwright/test';
import { expect, test } from './journey.ts';
import { expectAlive } from './hold-scripts.ts';
import { test as admins } from './admin.ts';
import { partOf, test as signedIn } from './customer.ts';

/** What a page may load in brotli, without anything being done on it (docs/decisions/0055). */
interface Budget {
  readonly scripts: number;
  readonly styles: number;
  readonly files: number;
}

const usual = { scripts: 130_000, styles: 15_000, files: 10 };
const still = { scripts: 117_500, styles: 15_000, files: 8 };

const budgets: Readonly<Record<string, Budget>> = {
  '/': usual,
  '/parts': usual,
  '/parts/PART': usual,
  '/vehicles': usual,
  '/vehicles/volkswagen/golf/2015': usual,
  '/login': usual,
  '/register': usual,
  '/forget-password': usual,
  '/verify-email': usual,
  '/reset-password': usual,
  '/my-portfolio': still,
  '/blog': still,
  '/order-pad': usual,
};

/** The bytes of each file of a kind, as they travelled. */
async function bytesOf(responses: readonly Response[], kind: 'script' | 'stylesheet') {
  const files = responses.filter((response) => response.request().resourceType() === kind);
  const sized = await Promise.all(
    files.map(async (response) => {
      const headers = await response.allHeaders();
      expect(headers['content-encoding'], response.url()).toBe('br');
      return { name: new URL(response.url()).pathname, bytes: Number(headers['content-length']) };
    }),
  );
  return sized.toSorted((one, other) => other.bytes - one.bytes);
}

async function addressOf(page: Page, path: string): Promise<string> {
  if (!path.endsWith('PART')) return path;
  const list = await (await page.request.get('/parts')).text();
  return /href="(\/parts\/[^"?]+)"/.exec(list)?.[1] ?? '';
}

/** Opens a page, and answers what it loads until nothing more is coming. */
async function loadedBy(page: Page, address: string) {
  const responses: Response[] = [];
  const listen = (response: Response) => void responses.push(response);
  page.on('response', listen);
  await page.goto(address);
  await expectAlive(page);
  await page.waitForLoadState('networkidle');
  page.off('response', listen);
  return {
    scripts: await bytesOf(responses, 'script'),
    styles: await bytesOf(responses, 'stylesheet'),
  };
}

async function expectWithin(page: Page, address: string, budget: Budget): Promise<void> {
  const { scripts, styles } = await loadedBy(page, address);
  const sum = (files: typeof scripts) => files.reduce((all, { bytes }) => all + bytes, 0);
  const told = [...scripts, ...styles].map(({ name, bytes }) => `${bytes} ${name}`).join('\n');
  expect.soft(sum(scripts), `bytes of scripts\n${told}`).toBeLessThanOrEqual(budget.scripts);
  expect.soft(sum(styles), `bytes of styles\n${told}`).toBeLessThanOrEqual(budget.styles);
  expect.soft(scripts.length, `scripts\n${told}`).toBeLessThanOrEqual(budget.files);
  // Without these the page would have loaded nothing, and passed.
  expect(scripts.length).toBeGreaterThan(3);
  expect(styles.length).toBeGreaterThan(0);
}

for (const [path, budget] of Object.entries(budgets))
  test(`${path} loads no more than it may`, async ({ page }) => {
    await expectWithin(page, await addressOf(page, path), budget);
  });

/** Each character that the font of pages has. */
const characters = /inter-shop\.woff2[^}]*?unicode-range:([^;]+);/
  .exec(readFileSync('web/app.css', 'utf8'))?.[1]
  ?.split(',')
  .map((span) => span.trim().slice(2).split('-'))
  .flatMap(([from = '', to = from]) => {
    const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
    return Array.from({ length: last - first + 1 }, (_, place) =>
      String.fromCodePoint(first + place),
    );
  });

test('pages are written in one small font file, which has every usual character', async ({
  page,
}) => {
  const fonts = new Map<string, number>();
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'font')
      fonts.set(new URL(response.url()).pathname, (await response.body()).length);
  });
  expect(characters?.length).toBeGreaterThan(190);
  await page.goto('/');
  await expectAlive(page);
  await page.evaluate(
    (text) => {
      for (const weight of ['400', '600']) {
        const all = document.createElement('p');
        all.style.fontWeight = weight;
        all.className = 'every-character';
        all.textContent = text;
        document.querySelector('main')?.prepend(all);
      }
      return document.fonts.ready;
    },
    (characters ?? []).join(''),
  );
  const browser = await page.context().newCDPSession(page);
  await browser.send('DOM.enable');
  await browser.send('CSS.enable');
  const { root } = await browser.send('DOM.getDocument');
  const { nodeIds } = await browser.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '.every-character',
  });
  expect(nodeIds).toHaveLength(2);
  for (const nodeId of nodeIds) {
    const { fonts: drawn } = await browser.send('CSS.getPlatformFontsForNode', { nodeId });
    expect(drawn.map(({ familyName, isCustomFont }) => [familyName, isCustomFont])).toEqual([
      [expect.stringMatching(/^Inter/), true],
    ]);
  }
  expect([...fonts.keys()]).toEqual([expect.stringMatching(/^\/assets\/inter-shop-/)]);
  expect([...fonts.values()][0]).toBeLessThan(22_000);
});

for (const path of ['/', '/parts', '/parts/PART', '/vehicles', '/login', '/blog', '/order-pad'])
  test(`${path} comes alive without the tables of languages, and nothing fades`, async ({
    page,
  }) => {
    const address = await addressOf(page, path);
    await page.addInitScript(() => {
      const used: string[] = [];
      Object.assign(globalThis, { used });
      addEventListener('transitionrun', ({ propertyName }) => void used.push(propertyName));
      const note = (target: object, name: string) => {
        const own = Reflect.get(target, name) as (...given: unknown[]) => unknown;
        Reflect.set(
          target,
          name,
          new Proxy(own, {
            apply: (its, self, given: unknown[]) => {
              used.push(name);
              return Reflect.apply(its, self, given);
            },
            construct: (its, given: unknown[]) => {
              used.push(name);
              return Reflect.construct(its, given) as object;
            },
          }),
        );
      };
      for (const name of Object.getOwnPropertyNames(Intl))
        if (typeof Reflect.get(Intl, name) === 'function') note(Intl, name);
      for (const { prototype } of [Number, Date, Array])
        for (const name of Object.getOwnPropertyNames(prototype))
          if (name.startsWith('toLocale')) note(prototype, name);
    });
    await page.goto(address);
    await expectAlive(page);
    await page.waitForLoadState('networkidle');
    // What has come alive is drawn.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
    expect(await page.evaluate('used')).toEqual([]);
    // What is noted is noted.
    await page.evaluate('(1000).toLocaleString() + new Intl.Collator().compare("a", "b")');
    expect(await page.evaluate('used')).toEqual(['toLocaleString', 'Collator']);
  });

signedIn('what a buyer signed in opens loads no more than it may', async ({ page, customer }) => {
  const part = await partOf(page.request, 'braking');
  const order = await customer.order(part, part.orderQuantity);
  // Two files more than for guests: the profile menu, and the list of the account.
  const buying = { scripts: 145_000, styles: 15_000, files: 16 };
  const following = { scripts: 160_000, styles: 16_000, files: 20 };
  await expectWithin(page, `/purchase/${part._id}`, buying);
  await expectWithin(page, `/payment/${order}`, buying);
  await expectWithin(page, '/dashboard/my-orders', following);
});

admins('the overview loads its charts for itself alone, and they are small', async ({ page }) => {
  const known = new Set<string>();
  for (const other of ['doctor', 'manage-orders', 'empty-searches']) {
    const { scripts, styles } = await loadedBy(page, `/dashboard/${other}`);
    for (const { name } of [...scripts, ...styles]) known.add(name);
  }
  const { scripts, styles } = await loadedBy(page, '/dashboard/overview');
  const own = [...scripts, ...styles].filter(({ name }) => !known.has(name));
  const bytes = own.reduce((all, file) => all + file.bytes, 0);
  const told = own.map(({ name, bytes: its }) => `${its} ${name}`).join('\n');
  expect(bytes, told).toBeLessThanOrEqual(60_000);
  // The charts are among them.
  expect(bytes, told).toBeGreaterThan(9000);
});
