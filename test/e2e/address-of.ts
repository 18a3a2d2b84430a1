import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** An address with `PART`, as in `/parts/PART`, of the first part on the list; any other as it is. */
export async function addressOf(page: Page, path: string): Promise<string> {
  if (!path.endsWith('PART')) return path;
  const list = await (await page.request.get('/parts')).text();
  const address = new RegExp(`href="(${path.replace('PART', '[^"?]+')})"`).exec(list)?.[1];
  expect(address, `the list leads to ${path}`).toBeDefined();
  return address ?? '';
}
