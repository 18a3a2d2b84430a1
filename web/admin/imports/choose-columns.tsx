import { Suspense, useState } from 'react';
import type { Import } from '#contract/imports.ts';
import type { PartType } from '#contract/part-lists.ts';
import { partTypes } from '#web/admin/parts/facts/part-types.ts';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ColumnsForm } from './columns-form.tsx';
import { ReadingForm } from './reading-form.tsx';

/** How the file is read, and what its columns hold. Another reading begins the choice anew. */
export function ChooseColumns({ found }: { found: Import }) {
  // Without them the attributes that the file has are offered.
  const [types] = useState<Promise<readonly PartType[]>>(() => partTypes().catch(() => []));
  const { delimiter, encoding, sheet, columns } = found;
  const reading = [delimiter, encoding, sheet, ...columns.map(({ header }) => header)].join('\n');
  return (
    <div className="flex flex-col gap-4">
      <ReadingForm key={`how ${reading}`} found={found} />
      <Suspense fallback={<SkeletonRows />}>
        <ColumnsForm key={reading} found={found} types={types} />
      </Suspense>
    </div>
  );
}
