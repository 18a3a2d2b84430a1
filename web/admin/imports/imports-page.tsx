import { useLoaderData, useLocation } from 'react-router';
import * as z from 'zod/mini';
import { PageQuery } from '#contract/fields.ts';
import type { Import } from '#contract/imports.ts';
import { page } from '#web/api/call.ts';
import { listLoader } from '#web/admin/list/list-loader.ts';
import { privateMeta } from '#web/meta.ts';
import { PageTitle, Panel } from '#web/ui/page.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { ExportCatalogue } from './export-catalogue.tsx';
import { ImportFileForm } from './import-file-form.tsx';
import { ImportSteps } from './import-steps.tsx';
import { ImportsTable } from './imports-table.tsx';

const title = 'Import';

export const meta = () => privateMeta(title);

export const clientLoader = listLoader(z.object(PageQuery), (query) =>
  page('listImports', { query }),
);

/** Files of parts that come in and go out: a new one, the file of all parts, and the imports so far. */
export default function ImportsPage() {
  const { list } = useLoaderData<typeof clientLoader>();
  const { search } = useLocation();
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <p className="quiet mt-1 max-w-2xl">
        Parts, prices, stock, numbers and vehicles from a file. You choose its columns, see what
        would change, and only then apply it; afterwards it can be undone as a whole.
      </p>
      <ImportSteps state={undefined} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <Panel className="p-4 sm:p-6">
          <h2 className="mb-4 text-base font-semibold">A new file</h2>
          <ImportFileForm
            suppliers={
              <WhenLoaded key={search} data={list} waiting={null} failed={null}>
                {({ rows }) => suppliersOf(rows).map((name) => <option key={name}>{name}</option>)}
              </WhenLoaded>
            }
          />
        </Panel>
        <Panel className="p-4 sm:p-6">
          <h2 className="text-base font-semibold">All parts as a file</h2>
          <p className="quiet mt-1 mb-4 text-sm">
            With everything that an import can change. Edit it in a spreadsheet and import it again;
            rows left as they are change nothing.
          </p>
          <ExportCatalogue />
        </Panel>
      </div>
      <h2 className="mt-10 mb-4 text-lg font-semibold">Imports so far</h2>
      <WhenLoaded
        key={search}
        data={list}
        waiting={<SkeletonRows rows={4} />}
        failed={<Failed>The imports are not available right now.</Failed>}
      >
        {({ rows, next }) => (
          <>
            {rows.length === 0 ? (
              <Empty>Nothing has been imported yet.</Empty>
            ) : (
              <ImportsTable imports={rows} />
            )}
            <Paging label="Pages of imports" rows={rows.length} next={next} />
          </>
        )}
      </WhenLoaded>
    </>
  );
}

/** Whose lists have come before, to choose from. */
function suppliersOf(imports: readonly Import[]): string[] {
  const named = imports.map(({ supplier }) => supplier ?? '').filter((name) => name !== '');
  return [...new Set(named)].toSorted((one, other) => one.localeCompare(other, 'en'));
}
