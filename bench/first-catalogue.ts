// `npm run bench:first-catalogue`: seconds from a supplier's file (`-- --rows 10000`) to a catalogue that a buyer browses, in a live shop with an
// empty embedded database and through its pages alone: Chromium uploads the file, has it checked and applied, and then another visitor
// opens the list and looks for the last part. CHROMIUM_PATH names another Chromium than Playwright's.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { chromium, type Browser, type Page } from '@playwright/test';
import { openDatabase } from '#server/db/open.ts';
import { freePort } from '#test/free-port.ts';
import { freshDataDir, temporaryFolder } from '#test/database.ts';
import { startShopProcess } from '#test/faults/shop-process.ts';
import { identitySecret, runningClock, startShop, type Person } from '#test/harness.ts';
import { writeCatalogueFile } from './catalogue-file.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '10000' } } });
const rows = Number(values.rows);
if (!(rows >= 100)) throw new Error('--rows wants at least a hundred.');
const longestMs = 20 * 60_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const spent: [step: string, seconds: number][] = [];

/** Does a step and notes how long it took. */
async function timed(step: string, work: () => Promise<unknown>): Promise<void> {
  const since = performance.now();
  await work();
  spent.push([step, (performance.now() - since) / 1000]);
}

/** A folder with a database in which there is nothing but an admin's account. */
async function emptyShop(): Promise<{ dataDir: string; admin: Person }> {
  const dataDir = await freshDataDir();
  const shop = await startShop({
    database: await openDatabase({ dataDir }),
    clock: runningClock(),
  });
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  await sql`update users set power_since = now()`.execute(shop.db);
  // As a live shop writes it down when it starts for the first time.
  await sql`insert into shop_facts (mode, card_accounts) values ('live', '{sandbox}')`.execute(
    shop.db,
  );
  await shop.close();
  return { dataDir, admin };
}

function signedIn(origin: string, { token, email, name }: Person) {
  const session = { email, name, expiresAt: new Date(Date.now() + 12 * 3_600_000).toISOString() };
  const localStorage = [
    { name: 'accessToken', value: token },
    { name: 'underhood.session', value: JSON.stringify(session) },
  ];
  return { cookies: [], origins: [{ origin, localStorage }] };
}

async function importFile(page: Page, file: string): Promise<void> {
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await page.goto('/dashboard/import');
  await page.getByLabel(/Choose a file or drop it here/).setInputFiles(file);
  await timed('upload', async () => {
    await button('Upload the file').click();
    await button('Check every row').waitFor();
  });
  await timed('check', async () => {
    await button('Check every row').click();
    await button(/^Apply to/).waitFor({ timeout: longestMs });
  });
  await timed('apply', async () => {
    await button(/^Apply to/).click();
    const end = page.getByRole('heading', { name: 'The import is applied' });
    await end.waitFor({ timeout: longestMs });
  });
}

/** What a visitor who has never been there sees. */
async function browse(browser: Browser, baseURL: string): Promise<void> {
  const page = await (await browser.newContext({ baseURL })).newPage();
  const part = page
    .locator('main a[href^="/parts/"]')
    .filter({ hasText: /coated for/ })
    .first();
  await timed('the list of parts', async () => {
    await page.goto('/parts');
    await part.waitFor();
  });
  await timed('the last part by its number', async () => {
    await page.goto(`/parts?q=BX-${String(rows - 1).padStart(7, '0')}`);
    await part.waitFor();
  });
}

const folder = temporaryFolder('bench');
const file = path.join(folder, 'list.csv');
await writeCatalogueFile(file, { from: 0, rows });
const { dataDir, admin } = await emptyShop();
const port = String(await freePort());
// The start says its address by this name.
const address = `http://localhost:${port}`;
const shop = await startShopProcess({
  dataDir,
  env: {
    SHOP_MODE: 'live',
    ALLOW_SANDBOX_PAYMENTS: '1',
    PUBLIC_URL: address,
    PORT: port,
    IDENTITY_SECRET: identitySecret,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Underhood <orders@shop.example>',
  },
});
const executablePath = process.env['CHROMIUM_PATH'];
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(executablePath && { executablePath }),
});
try {
  const context = await browser.newContext({
    baseURL: address,
    storageState: signedIn(address, admin),
  });
  await importFile(await context.newPage(), file);
  await browse(browser, address);
} finally {
  await browser.close();
  await shop.end('SIGTERM');
  for (const one of [folder, dataDir]) rmSync(one, { recursive: true, force: true });
}
for (const [step, seconds] of spent) say(`${step}: ${seconds.toFixed(1)} s`);
const all = spent.reduce((sum, [, seconds]) => sum + seconds, 0);
say(`${rows} rows, from the button 'Upload the file' to a browsed catalogue: ${all.toFixed(1)} s`);
