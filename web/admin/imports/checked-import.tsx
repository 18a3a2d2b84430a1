import { useState } from 'react';
import type { ImportGuardName } from '#contract/import-fields.ts';
import type { Import, ImportCounts, ImportedPart, ImportGuard } from '#contract/imports.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Outcome } from '#web/ui/form-end.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { toggled } from '#web/ui/selection.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { FaultsPanel } from './faults-panel.tsx';
import { Guards } from './guards.tsx';
import type { ImportOutcome } from './import-actions.ts';
import { ImportCountsList } from './import-counts.tsx';
import {
  counted,
  countedOf,
  leftOutInWords,
  partsToCompare,
  partsToWrite,
  workInWords,
} from './import-words.ts';
import { ImportedPartsTable } from './imported-parts-table.tsx';
import type { LoadedImport } from './load-import.ts';

/** What the check found, what has to be looked at, and the way to apply it. */
export function CheckedImport({ loaded }: { loaded: LoadedImport }) {
  const { Form, attributes, pending, outcome } = useForm<ImportOutcome>();
  const { check } = loaded.import;
  return (
    <Form {...attributes} aria-label="Apply the import" className="flex flex-col gap-4">
      <input type="hidden" name="step" value="apply" />
      <input type="hidden" name="check" value={check} />
      <Check key={check} loaded={loaded} pending={pending} outcome={outcome} />
    </Form>
  );
}

/** What one check found; of another one the ticks are others. */
function Check(props: {
  loaded: LoadedImport;
  pending: boolean;
  outcome: ImportOutcome | undefined;
}) {
  const { import: found, faults, examples } = props.loaded;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const ticks = ticked as ReadonlySet<ImportGuardName>;
  return (
    <>
      <ImportCountsList found={found.found} />
      <div
        className={`grid items-start gap-x-4 gap-y-6 ${faults.length > 0 ? 'xl:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]' : ''}`}
      >
        <FaultsPanel
          found={found}
          faults={faults}
          title={leftOutInWords(found.found, found.pictures)}
          hint={leftOutHint(found)}
        />
        <div className="flex min-w-0 flex-col gap-6">
          <Guards
            guards={found.guards}
            ticked={ticks}
            onTick={(guard) => setTicked(toggled(ticked, guard))}
          />
          <Examples examples={examples} found={found.found} />
        </div>
      </div>
      <ApplyBar found={found} ticked={ticks} pending={props.pending} outcome={props.outcome} />
    </>
  );
}

/** A row that is wrong keeps its part out of the shop, a picture that is missing does not. */
function leftOutHint({ found: { refused }, pictures: { lacking } }: Import): string {
  const parts = 'The parts go in without these pictures.';
  if (refused === 0) return parts;
  const rows =
    refused === 1
      ? 'The row is left out; the others go in.'
      : 'The rows are left out; the others go in.';
  return lacking === 0 ? rows : `${rows} ${parts}`;
}

function Examples({ examples, found }: { examples: readonly ImportedPart[]; found: ImportCounts }) {
  if (examples.length === 0) return null;
  const [title, list, count] =
    found.changed > 0
      ? ['What changes, for example', 'change', found.changed]
      : ['What is new, for example', 'add', found.added];
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-semibold">{title}</h2>
        <TextLink to={`?show=${list}`}>{`All ${counted(count)}`}</TextLink>
      </div>
      <ImportedPartsTable label={title} parts={examples} />
    </div>
  );
}

/** Says what will be done before it is done, and why it cannot be yet. In sight while one reads, unless the text is large. */
function ApplyBar(props: {
  found: Import;
  ticked: ReadonlySet<ImportGuardName>;
  pending: boolean;
  outcome: ImportOutcome | undefined;
}) {
  const { found, ticked, pending, outcome } = props;
  const parts = partsToWrite(found.found);
  const canApply = partsToCompare(found.found) > 0;
  const reason = reasonNotToApply(canApply, found.guards, ticked);
  return (
    <div className="border-base-300 bg-base-100 rounded-box flex flex-wrap items-center gap-3 border p-4 [@media(min-height:40rem)]:sticky [@media(min-height:40rem)]:bottom-0 [@media(min-height:40rem)]:z-5">
      <p className="figures min-w-0 basis-full text-sm lg:basis-0 lg:grow">
        {reason !== undefined && <b className="block">{reason}</b>}
        {canApply && <span className="quiet max-sm:hidden">{whatWillBeDone(found.found)}</span>}
      </p>
      <Outcome outcome={outcome} />
      <ButtonLink to="?show=columns" className="max-sm:hidden">
        Change the columns
      </ButtonLink>
      {canApply && (
        <Submit pending={pending} blocked={reason !== undefined} className="max-sm:w-full">
          {parts > 0 ? `Apply to ${countedOf(parts, 'part')}` : 'Apply'}
        </Submit>
      )}
    </div>
  );
}

/** Orders may change parts that are the same now before it is applied: a list that sets the stock is right then all the same. */
function whatWillBeDone(found: ImportCounts): string {
  const work = workInWords(found);
  return [
    work === '' ? 'No part would change so far.' : `This will ${work}.`,
    ...(found.same > 0
      ? ['Parts that are the same so far are set, too, if orders or edits change them before.']
      : []),
    'Orders go on meanwhile, and what is changed can be undone as a whole.',
  ].join(' ');
}

/** Why the import cannot be applied yet; undefined when it can. */
export function reasonNotToApply(
  hasParts: boolean,
  guards: readonly ImportGuard[],
  ticked: ReadonlySet<string>,
): string | undefined {
  if (!hasParts) return 'There is nothing to apply: no part would change.';
  const left = guards.filter(({ guard }) => !ticked.has(guard)).length;
  if (left === 0) return undefined;
  return left === 1
    ? 'One question is not ticked yet.'
    : `${counted(left)} questions are not ticked yet.`;
}
