import type { ReactNode } from 'react';
import type { Deferred } from '#web/api/defer.ts';
import { PageTitle } from '#web/ui/page.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';

/** A page on which admins add entries by a form, and delete them in a table. */
export function EntriesFrame<Row>(props: {
  title: string;
  tabs: ReactNode;
  intro: ReactNode;
  form: ReactNode;
  entries: Deferred<readonly Row[]>;
  /** Said where they cannot be loaded. */
  failed: string;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  const { title, tabs, intro, form, entries, failed, children } = props;
  return (
    <>
      <PageTitle className="mb-4">{title}</PageTitle>
      {tabs}
      <p className="quiet mb-6 max-w-2xl">{intro}</p>
      {form}
      <div className="mt-6">
        <WhenLoaded data={entries} waiting={<SkeletonRows />} failed={<Failed>{failed}</Failed>}>
          {children}
        </WhenLoaded>
      </div>
    </>
  );
}
