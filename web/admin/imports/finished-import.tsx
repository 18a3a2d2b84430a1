import { undoableImports } from '#contract/import-fields.ts';
import type { Import } from '#contract/imports.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { StepNoteLine } from '#web/ui/step-note.tsx';
import { useStep } from '#web/ui/use-step.ts';
import { FaultsPanel } from './faults-panel.tsx';
import {
  counted,
  countedOf,
  doneInWords,
  leftOutInWords,
  partsToCompare,
  partsToWrite,
} from './import-words.ts';
import type { LoadedImport } from './load-import.ts';

/** What an import has changed, where to see it, and the way to take it back. */
export function FinishedImport({ loaded }: { loaded: LoadedImport }) {
  const { import: found, faults } = loaded;
  return (
    <div className="flex flex-col gap-6">
      <Notice tone={toneOf(found)}>
        <h2 className="text-base font-semibold">{titleOf(found)}</h2>
        <p className="figures mt-1">{sentenceOf(found)}</p>
      </Notice>
      <p className="-mt-2 flex flex-wrap gap-3">
        <ButtonLink to={paths.manageProducts}>See the parts</ButtonLink>
        <ButtonLink to={paths.parts}>Look at the shop</ButtonLink>
        <ButtonLink to={paths.imports}>Import another file</ButtonLink>
      </p>
      <FaultsPanel found={found} faults={faults} {...faultWords(found)} />
      {found.state !== 'undone' && partsToWrite(found.done) > 0 && <Undo found={found} />}
    </div>
  );
}

function toneOf({ state, notUndone }: Import) {
  if (state === 'applied') return 'good';
  return state === 'stopped' || notUndone > 0 ? 'waiting' : 'neutral';
}

function titleOf({ state, notUndone }: Import): string {
  if (state === 'applied') return 'The import is applied';
  if (state === 'stopped') return 'The import was stopped half-way';
  return notUndone > 0 ? 'The import is undone, except for some parts' : 'The import is undone';
}

function sentenceOf(of: Import): string {
  const { state, done, found, notUndone, failure } = of;
  if (state === 'applied') return `${doneInWords(done)}.`;
  if (state === 'stopped') {
    const left = partsToCompare(found) - partsToCompare(done);
    return `${failure ?? ''} ${doneInWords(done)}. ${countedOf(Math.max(0, left), 'part')} of the file were left as they were. ${wayOn(of)}`.trimStart();
  }
  return notUndone === 0
    ? 'Everything it changed is as it was before.'
    : `${countedOf(notUndone, 'part')} stayed as they are, because somebody changed them since or ordered them. Everything else is as it was before.`;
}

/** How to do what an import that was stopped has left. */
function wayOn(of: Import): string {
  if (!hasBookedChanges(of))
    return 'Upload the file again to go on: what is done already counts as the same.';
  return of.undoable
    ? 'Undo this import first, then upload the file again: a stock change that is booked already would be booked twice.'
    : 'Upload only the rows that are left: a stock change that is booked already would be booked twice.';
}

/** Whether it has booked rows of a column 'Stock change': a repeated one is another delivery, it never counts as the same. */
function hasBookedChanges({ columns, done }: Import): boolean {
  return partsToWrite(done) > 0 && columns.some(({ field }) => field === 'stockChange');
}

function faultWords(of: Import) {
  const { state, notUndone } = of;
  return state === 'undone' && notUndone > 0
    ? {
        title: `${countedOf(notUndone, 'part')} could not be taken back`,
        hint: 'Change them by hand if they are wrong.',
      }
    : {
        title:
          // The rows of the check are counted there, too.
          leftOutInWords(of.done, of.pictures).replaceAll('cannot be', 'could not be') ||
          'What could not be used',
        hint: hasBookedChanges(of)
          ? 'Import only the mended rows: the stock changes of the others would be booked twice.'
          : 'Mend them in the file and import it again.',
      };
}

function Undo({ found }: { found: Import }) {
  const step = useStep<Import>(() => ({ step: 'undo' }));
  const parts = partsToWrite(found.done);
  return (
    <section aria-labelledby="undo-title">
      <h2 id="undo-title" className="mb-1 text-base font-semibold">
        Undo
      </h2>
      {found.undoable ? (
        <>
          <p className="quiet mb-4 max-w-2xl text-sm">
            Takes back what this import changed: new parts leave the shop, changed ones are as
            before. Parts that were changed since stay and are named.
          </p>
          <Button onClick={() => step.ask(found)}>Undo this import</Button>
        </>
      ) : (
        <p className="quiet text-sm">{`Only the last ${counted(undoableImports)} imports can be undone.`}</p>
      )}
      <StepNoteLine note={step.note} rowId={found._id} />
      <Confirm
        open={step.asked !== undefined}
        title="Undo this import"
        question={`Take back what it changed of ${countedOf(parts, 'part')}? Orders that came in meanwhile stay.`}
        about={found.name}
        pending={step.pending}
        onYes={step.yes}
        onNo={step.no}
      />
    </section>
  );
}
