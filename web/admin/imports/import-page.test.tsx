import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { sampleImport } from '#test/sample-import.ts';
import { arrived, type Deferred } from '#web/api/defer.ts';
import ImportPage from './import-page.tsx';
import type { WholeList } from './load-import.ts';

const found = arrived({
  import: { ...sampleImport, state: 'checked' },
  faults: [],
  examples: [],
});

/** The page of an import at this address, with what was loaded of the list that it asks for. */
function pageAt(search: string, whole: Deferred<WholeList | undefined>): string {
  const router = createMemoryRouter(
    [{ id: 'import', path: '/import/:id', element: <ImportPage />, loader: () => null }],
    {
      initialEntries: [`/import/7${search}`],
      hydrationData: { loaderData: { import: { found, whole } } },
    },
  );
  return renderToString(<RouterProvider router={router} />);
}

const none: WholeList = { of: 'add', page: { rows: [], next: undefined } };
const still = new Promise<never>(() => undefined);

test('a list of an import waits and fails by itself, below what is known of the import', () => {
  const waiting = pageAt('?show=add', still);
  const failed = pageAt('?show=add', { ok: false });
  const shown = pageAt('?show=add', arrived(none));
  for (const html of [waiting, failed, shown]) expect(html).toContain(sampleImport.name);
  expect(waiting).not.toContain('Back to the import');
  expect(failed).toContain('This list is not available right now.');
  expect(shown).toContain('Back to the import');
});
