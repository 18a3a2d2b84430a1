import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { APIRequestContext, Page } from '@playwright/test';
import type { Part } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import routes from '#web/routes.ts';
import { test as admin, type Admin } from './admin.ts';
import { expectReadable } from './axe-faults.ts';
import { main, pay } from './checkout.ts';
import { partOf, test as customer } from './customer.ts';
import { expect, test as guest } from './journey.ts';

/** Where a page of this route is. */
type Addresses<Extra extends unknown[] = []> = Record<
  string,
  string | ((request: APIRequestContext, ...extra: Extra) => Promise<string>)
>;

const ofGuests: Addresses = {
  start: '/',
  home: '/home',
  parts: '/parts',
  'parts/:part': async (request) => {
    const home = await (await request.get('/parts')).text();
    return /href="(\/parts\/[^"?]+)"/.exec(home)?.[1] ?? '';
  },
  'vehicles/:make?/:model?/:year?/:category?': '/vehicles/volkswagen/golf/2015',
  'order-pad': '/order-pad',
  'my-portfolio': '/my-portfolio',
  blog: '/blog',
  login: '/login',
  register: '/register',
  'forget-password': '/forget-password',
  'verify-email': '/verify-email',
  'reset-password': '/reset-password',
  'confirm-browser': '/confirm-browser',
  'account-closed': '/account-closed',
  'dev/outbox': '/dev/outbox',
  '*': '/no-such-page',
};

const ofAdmins: Addresses<[Admin]> = {
  overview: '/dashboard/overview',
  'overview/books': '/dashboard/overview/books',
  'manage-users': '/dashboard/manage-users',
  'manage-orders': '/dashboard/manage-orders',
  'manage-orders/lists': '/dashboard/manage-orders/lists',
  returns: '/dashboard/returns',
  'add-products': '/dashboard/add-products',
  'manage-products': '/dashboard/manage-products',
  'manage-products/:id': async (request) => {
    const [part] = (await (await request.get('/api/parts?limit=1')).json()) as Part[];
    return `/dashboard/manage-products/${part?._id ?? ''}`;
  },
  import: '/dashboard/import',
  'import/:id': async (_request, { upload }) =>
    `/dashboard/import/${await upload('parts.csv', 'Part number;Name;Price\nEP-1;Disc;4,20\n')}`,
  'audit-log': '/dashboard/audit-log',
  'security-events': '/dashboard/security-events',
  'shop-settings': '/dashboard/shop-settings',
  synonyms: '/dashboard/synonyms',
  'empty-searches': '/dashboard/empty-searches',
  vehicles: '/dashboard/vehicles',
  'vehicles/faults': '/dashboard/vehicles/faults',
  'vehicles/added': '/dashboard/vehicles/added',
  'vehicles/names': '/dashboard/vehicles/names',
  doctor: '/dashboard/doctor',
};

interface Bought {
  readonly part: Part;
  readonly paid: string;
  readonly unpaid: string;
  readonly list: string;
}

const ofCustomers: Record<string, (bought: Bought) => string> = {
  'purchase/:id': ({ part }) => `/purchase/${part._id}`,
  'payment/:id/:key?': ({ unpaid }) => `/payment/${unpaid}`,
  'bought-before': () => '/dashboard/bought-before',
  'my-lists': () => '/dashboard/my-lists',
  'my-addresses': () => '/dashboard/my-addresses',
  'my-vehicles': () => '/dashboard/my-vehicles',
  'my-orders': () => '/dashboard/my-orders',
  'my-orders/:id': ({ unpaid }) => `/dashboard/my-orders/${unpaid}`,
  'my-orders/list/:id': ({ list }) => `/dashboard/my-orders/list/${list}`,
  'documents/:kind/:id': ({ paid }) => `/dashboard/documents/receipt/${paid}`,
  pay: ({ unpaid }) => `/dashboard/pay?orders=${unpaid}`,
  'add-a-review': () => '/dashboard/add-a-review',
  'add-a-review/:id': ({ paid }) => `/dashboard/add-a-review/${paid}`,
  'my-profile': () => '/dashboard/my-profile',
};

/** They lead on to another page at once. */
const passages = ['dashboard', 'google-done'];

function patternsOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ id, path, children }) => [
    ...(path === undefined ? (id === 'start' ? [id] : []) : [path]),
    ...patternsOf(children ?? []),
  ]);
}

guest('no page of the shop is left out here', async () => {
  const here = [ofGuests, ofAdmins, ofCustomers].flatMap((addresses) => Object.keys(addresses));
  expect([...here, ...passages].toSorted()).toEqual(patternsOf(routes).toSorted());
});

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(main(page).getByText('Loading…')).toHaveCount(0);
}

guest.describe('for everybody', () => {
  guest.use({ expectedStatuses: [404] });

  for (const [route, address] of Object.entries(ofGuests)) {
    guest(`${route} can be read and worked`, async ({ page, request }) => {
      await open(page, typeof address === 'string' ? address : await address(request));
      await expectReadable(page);
    });
  }
});

admin.describe('for admins', () => {
  for (const [route, address] of Object.entries(ofAdmins)) {
    admin(`${route} can be read and worked`, async ({ page, request, admin: doer }) => {
      await open(page, typeof address === 'string' ? address : await address(request, doer));
      await expectReadable(page);
    });
  }

  admin(
    "an order's own page, and the question before it is shipped, can be read and worked",
    async ({ page }) => {
      await open(page, '/dashboard/manage-orders?state=pending');
      await main(page)
        .getByRole('link', { name: /^Order UH-/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Ship order' }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: texts.no })).toBeFocused();
      await expectReadable(page);
      await page.getByRole('button', { name: texts.no }).click();
      await expectReadable(page);
    },
  );
});

customer.describe('for customers', () => {
  customer(
    'the pages of a purchase can be read and worked',
    async ({ page, request, customer: buyer }) => {
      const part = await partOf(request, 'body');
      const bought = {
        part,
        paid: await buyer.order(part, part.orderQuantity),
        unpaid: await buyer.order(part, part.orderQuantity + 100),
        list: await buyer.orderList([part]),
      };
      await pay(page, bought.paid);
      for (const [route, address] of Object.entries(ofCustomers)) {
        await open(page, address(bought));
        await expectReadable(page, route);
      }
      for (const address of [`/payment/${bought.paid}`, `/dashboard/my-orders/${bought.paid}`]) {
        await open(page, address);
        await expectReadable(page, address);
      }
    },
  );
});
