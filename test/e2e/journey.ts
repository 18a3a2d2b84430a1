import { expect, test as plain, type BrowserContext } from '@playwright/test';

/** What a journey may say about itself: `test.use({ expectedStatuses: [404] })`. */
interface JourneyOptions {
  /** Refusals the journey is about; the browser writes an error to its console for each answer with one of these. */
  readonly expectedStatuses: number[];
}

/** How the shop refuses a write when it cannot keep up, for `route.fulfill`. */
export const busy = {
  status: 503,
  json: {
    acknowledged: false,
    error: 'unavailable',
    message: 'The shop is busy. Please try again in a moment.',
  },
};

/** Listens to every page of a browser, popups included; answers what nobody should have heard. */
function listen(
  context: BrowserContext,
  origin: string,
  expectedStatuses: readonly number[],
): string[] {
  const heard: string[] = [];
  context.on('weberror', (error) => heard.push(`uncaught: ${error.error().message}`));
  context.on('console', (message) => {
    const refused = /^Failed to load resource: the server responded with a status of (\d{3})/.exec(
      message.text(),
    );
    if (refused !== null && expectedStatuses.includes(Number(refused[1]))) return;
    if (message.type() === 'error' || message.type() === 'warning')
      heard.push(`console ${message.type()}: ${message.text()}`);
  });
  context.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (/^https?:$/.test(protocol) && asked !== origin)
      heard.push(`foreign request: ${request.url()}`);
  });
  return heard;
}

/** A journey through the real shop; it fails on errors in the console and on requests to other origins, whatever it looked at. */
export const test = plain.extend<JourneyOptions & { readonly quiet: undefined }>({
  expectedStatuses: [[], { option: true }],
  quiet: [
    async ({ context, baseURL, expectedStatuses }, use) => {
      const heard = listen(context, new URL(baseURL ?? '').origin, expectedStatuses);
      await use(undefined);
      expect(heard, 'the browser stays quiet').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
