import type { Import, ImportFault } from '#contract/imports.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { FaultsFile, FaultsTable } from './faults-table.tsx';

/** The first rows that cannot be used, the way to the others, and all of them as a file. */
export function FaultsPanel(props: {
  found: Import;
  faults: readonly ImportFault[];
  title: string;
  hint: string;
}) {
  const { found, faults, title, hint } = props;
  if (faults.length === 0) return null;
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-base font-semibold">{title}</h2>
        <p className="quiet text-sm">{hint}</p>
        <div className="ms-auto flex flex-wrap items-center gap-3">
          <TextLink to="?show=faults">Show all</TextLink>
          <FaultsFile importId={found._id} name={found.name} />
        </div>
      </div>
      <FaultsTable label={title} faults={faults} />
    </div>
  );
}
