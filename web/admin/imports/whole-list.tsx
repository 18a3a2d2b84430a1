import type { Import } from '#contract/imports.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { Empty } from '#web/ui/states.tsx';
import { FaultsFile, FaultsTable } from './faults-table.tsx';
import { ImportedPartsTable } from './imported-parts-table.tsx';
import type { WholeList } from './load-import.ts';

const titles: Readonly<Record<WholeList['of'], string>> = {
  faults: 'Rows that cannot be used',
  add: 'New parts',
  change: 'Parts that change',
  same: 'Parts that are the same',
  archive: 'Parts that are taken out of the shop',
};

/** One list of an import, all of it, page by page. */
export function WholeListOf({ found, whole }: { found: Import; whole: WholeList }) {
  const hasPictures = whole.of === 'faults' && found.pictures.lacking > 0;
  const title = hasPictures ? 'Rows and pictures that cannot be used' : titles[whole.of];
  const { rows, next } = whole.page;
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        <div className="ms-auto flex flex-wrap items-center gap-3">
          {whole.of === 'faults' && rows.length > 0 && (
            <FaultsFile importId={found._id} name={found.name} />
          )}
          <ButtonLink small to="?">
            <Icon name="left" className="size-4" />
            Back to the import
          </ButtonLink>
        </div>
      </div>
      {rows.length === 0 && <Empty>There are none.</Empty>}
      {rows.length > 0 && whole.of === 'faults' && (
        <FaultsTable label={title} faults={whole.page.rows} />
      )}
      {rows.length > 0 && whole.of !== 'faults' && (
        <ImportedPartsTable label={title} parts={whole.page.rows} />
      )}
      <Paging label={`Pages: ${title}`} rows={rows.length} next={next} />
    </div>
  );
}
