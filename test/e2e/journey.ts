import {
  expect,
  test as plain,
  type BrowserContext,
  type Page,
  type Route,
} from '@playwright/test';

/** Options of a journey: `test.use({ expectedStatuses: [404] })`. */
interface JourneyOptions {
  /** Statuses of expected refusals, because the browser's console shows an error for each. */
  readonly expectedStatuses: number[];
}

/** The shop's refusal when it is busy, for `route.fulfill`. */
export const busy = {
  status: 503,
  json: {
    acknowledged: false,
    error: 'unavailable',
    message: 'The shop is busy. Please try again in a moment.',
  },
};

/** The shop does the next such write, which must succeed, but its answer is lost: the page gets `instead`, which is 'busy' unless it is said. */
export const loseAnswer = (
  page: Page,
  address: string,
  instead: (route: Route) => Promise<void> = (route) => route.fulfill(busy),
) =>
  page.route(
    address,
    async (route) => {
      const answer = await route.fetch();
      expect(answer.ok(), `${answer.url()} is done before its answer is lost`).toBe(true);
      await instead(route);
    },
    { times: 1 },
  );

/** Listens to every page of a browser, popups included; answers console errors and requests to other origins. */
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
    // Says how busy the machine is: the text that uses the font was painted later than the browser waits for.
    if (/was preloaded using link preload but not used within a few seconds/.test(message.text()))
      return;
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

/** A journey through the real shop; it also fails on errors in the console and on requests to other origins. */
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
