import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';

// The workers read this file too and must come to the same port and folder: they inherit what the first reader chose.
const port = (process.env['UNDERHOOD_E2E_PORT'] ??= String(20_000 + (process.pid % 20_000)));
const data = (process.env['UNDERHOOD_E2E_DATA'] ??= mkdtempSync(
  path.join(tmpdir(), 'underhood-e2e-'),
));
const address = `http://localhost:${port}`;
const chromiumPath = process.env['CHROMIUM_PATH'];

/** Chromium obeys the last such list alone, so Playwright's own stands here too. */
const disabledFeatures = [
  // Each new window loads hidden pages for suggestions in the address bar, half of all that opening a window costs.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

export default defineConfig({
  testDir: './test/e2e',
  testMatch: '**/*.e2e.ts',
  globalTeardown: './test/e2e/search-for-vins.ts',
  outputDir: './test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // On a starved machine a browser can lose a race that no person would run; such a journey is named at the end (scripts/tally.ts).
  // At a desk it fails.
  retries: process.env['CI'] === undefined ? 0 : 1,
  // Each step has its own limit (here and below). A whole journey takes as long as its steps and the machine do: this one ends what hangs.
  timeout: 240_000,
  expect: { timeout: 10_000 },
  reporter:
    process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] === undefined ? [['list']] : [['list'], ['json']],
  use: {
    baseURL: address,
    locale: 'en-US',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // Recording every journey takes a fifth of their time; `TRACE=1 npm run test:e2e` does it.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromiumPath ? { executablePath: chromiumPath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${disabledFeatures.join(',')}`,
      ],
    },
  },
  // The real shop as `npm start` runs it, with a database of its own. Its log is a file beside its data; what it says on standard error is shown.
  webServer: {
    command: 'node test/e2e/journeys-shop.ts',
    url: `${address}/readyz`,
    env: {
      SHOP_MODE: 'demo',
      HOST: '127.0.0.1',
      PORT: port,
      PUBLIC_URL: address,
      DATA_DIR: data,
    },
    timeout: 120_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
