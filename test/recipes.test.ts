import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import routes from '#web/routes.ts';
import { plantTree, recipeFor, type PlantedTree, type Step } from './planted-tree.ts';

const web = path.join(import.meta.dirname, '..', 'web');

const newCall: Step = {
  file: 'contract/admin-calls.ts',
  added: `  countSales: {
    method: 'GET',
    path: '/admin/sales',
    summary: 'How many orders were paid.',
    access: 'admin',
    answer: z.object({ paid: z.number() }),
  },
`,
  before: '  editPart: {',
};
const restOfCall: readonly Step[] = [
  { file: 'server/orders/handlers.ts', added: "  | 'countSales'\n", before: "  | 'getHold'\n" },
  {
    file: 'server/orders/handlers.ts',
    added: '    countSales: async () => ({ paid: 0 }),\n\n',
    before: '    async getOrder({',
  },
  { file: 'test/sample-requests.ts', added: '  countSales: nothing,\n', before: '  listParts: ' },
];

const newMail: Step = {
  file: 'server/mails/order-letters.ts',
  added: '  delayed: { readonly until: string };\n',
  before: '  expired: object;\n',
};
const restOfMail: readonly Step[] = [
  {
    file: 'server/mails/order-letters.ts',
    added: `  delayed: (order, shop, { until }) => ({
    subject: 'Your order takes longer',
    paragraphs: [moment(until)],
    facts: orderFacts(order),
    link: seeOrder(order, shop),
  }),
`,
    before: '  expired: (order, shop) => ({',
  },
  {
    file: 'server/mails/mail-customer.ts',
    added: '  delayed: { key: ({ until }, orderId) => `order-delayed:${orderId}:${until}` },\n',
    before: '  expired: {',
  },
  {
    file: 'server/mails/letter-kinds.test.ts',
    added: "  delayed: { until: '2026-11-25T09:00:00.000Z' },\n",
    before: '  expired: {},\n',
  },
];

let tree: PlantedTree;

beforeAll(() => {
  tree = plantTree(['contract', 'server/app.ts', 'server/mails', 'test/sample-requests.ts']);
});

afterAll(() => tree.remove());

// In order: the second test continues with the tree of the first.
describe('the recipes for a call and for a mail', { timeout: 180_000 }, () => {
  test('name the places that the compiler misses', async () => {
    tree.follow(newCall);
    tree.follow(newMail);
    const output = await tree.compile();
    for (const place of ['server/app.ts', 'test/sample-requests.ts'])
      // The compiler goes on in lines that begin with a blank.
      expect(output).toMatch(new RegExp(`^${place}.*(?:\\n .*)*countSales`, 'm'));
    for (const { file } of restOfMail) expect(output).toMatch(new RegExp(`^${file}.*delayed`, 'm'));
  });

  test('are enough', async () => {
    for (const step of [...restOfCall, ...restOfMail]) tree.follow(step);
    expect(await tree.compile()).toBe('');
    for (const { file } of [newCall, ...restOfCall])
      expect(recipeFor('a call')).toContain(
        `\`${file.replace('server/orders/', 'server/<feature>/')}\``,
      );
    for (const { file } of [newMail, ...restOfMail])
      expect(recipeFor('a mail about an order')).toContain(`\`${file}\``);
  });
});

describe('the recipes for a page and a menu entry', () => {
  test('name files that are there', () => {
    for (const what of ['a page', 'a menu entry'])
      for (const [, file] of recipeFor(what).matchAll(/`((?:web|docs)\/[\w/.-]+)`/g))
        expect(readFileSync(path.join(web, '..', file ?? ''), 'utf8')).not.toBe('');
  });

  test('hold for every page for admins: it loads by listLoader or requireAdmin', () => {
    const pages = pagesBelow('admin/admin-layout.tsx', routes).filter(
      (page) => !page.endsWith('add-product-page.tsx'),
    );
    expect(pages.length).toBeGreaterThan(5);
    const asksAnyhow = pages.filter(
      (page) => !/\b(?:listLoader|requireAdmin)\(/.test(readFileSync(path.join(web, page), 'utf8')),
    );
    expect(asksAnyhow).toEqual([]);
  });
});

/** The files of the pages in a layout. */
function pagesBelow(layout: string, entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ file, children = [] }) =>
    file === layout ? children.map((child) => child.file) : pagesBelow(layout, children),
  );
}
