import { lazy, Suspense, useState } from 'react';
import type { WrittenLine } from '#contract/list-lines.ts';
import { paths } from '#web/paths.ts';
import { useSession } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

const SaveDialog = lazy(async () => ({ default: (await import('./save-dialog.tsx')).SaveDialog }));

/** On the order pad, for customers: the lists that they keep by name, and this one to be one of them. */
export function ListLinks({ lines }: { lines: readonly WrittenLine[] }) {
  const [open, setOpen] = useState(false);
  const session = useSession();
  if (session === undefined) return null;
  return (
    <div className="ms-auto flex flex-wrap items-center gap-x-4 gap-y-1">
      <TextLink to={paths.myLists} className="min-h-11 content-center">
        My lists
      </TextLink>
      {lines.length > 0 && (
        <Button small onClick={() => setOpen(true)}>
          Save as…
        </Button>
      )}
      {open && (
        <Suspense>
          <SaveDialog lines={lines} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
