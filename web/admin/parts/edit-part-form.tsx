import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { ManagedPart } from '#contract/parts.ts';
import { useFocusOnError } from '#web/ui/field.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { ChangedFactsPanel } from './changed-facts.tsx';
import { seenFacts, type EditOutcome, type SeenFacts } from './edit-part.ts';
import { FactFields } from './fact-fields.tsx';
import type { TypedPart } from './part-form.ts';
import { PictureField } from './picture-field.tsx';
import { useUpload } from './use-upload.ts';

function typedOf({ price, orderQuantity, ...texts }: SeenFacts): TypedPart {
  return { ...texts, price: String(price), orderQuantity: String(orderQuantity), inStock: '' };
}

/** The facts of a part, edited against how the editor saw them: a change by somebody else in between is shown, not overwritten. */
export function EditPartForm({ part }: { readonly part: ManagedPart }) {
  const fetcher = useFetcher<EditOutcome>();
  const form = useRef<HTMLFormElement>(null);
  const [seen, setSeen] = useState(() => seenFacts(part));
  const [typed, setTyped] = useState(() => typedOf(seen));
  const { upload, choose, keep } = useUpload(part.image);
  const [settled, setSettled] = useState<EditOutcome>();
  const pending = fetcher.state !== 'idle';
  const outcome = pending || fetcher.data === settled ? undefined : fetcher.data;
  const errors = outcome?.kind === 'invalid' ? outcome.errors : undefined;
  const conflict = outcome?.kind === 'changed' ? outcome.changed : undefined;
  useFocusOnError(form, errors);
  useEffect(() => {
    if (conflict) document.querySelector<HTMLElement>('#changed-title')?.focus();
  }, [conflict]);
  useEffect(() => {
    if (fetcher.data?.kind !== 'saved') return;
    setSeen(fetcher.data.facts);
    setTyped(typedOf(fetcher.data.facts));
  }, [fetcher.data]);

  const picture = upload.kind === 'there' ? upload.url : '';
  function save() {
    if (pending) return;
    const fields = { ...typed, image: picture, step: 'facts', seen: JSON.stringify(seen) };
    // Flushed at once, so that a second click finds the button disabled.
    void fetcher.submit(fields, { method: 'post', flushSync: true });
  }
  function settle(next: SeenFacts, shown: TypedPart) {
    setSeen(next);
    setTyped(shown);
    setSettled(outcome);
    form.current?.querySelector<HTMLElement>('[name="name"]')?.focus();
  }
  function takeOver() {
    const now = { ...seen, ...conflict };
    const theirs = typedOf(now);
    const changed = Object.keys(conflict ?? {}) as (keyof SeenFacts)[];
    if (conflict?.image !== undefined) keep(conflict.image);
    settle(now, { ...typed, ...Object.fromEntries(changed.map((fact) => [fact, theirs[fact]])) });
  }

  return (
    <fetcher.Form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {conflict && (
        <ChangedFactsPanel
          seen={seen}
          changed={conflict}
          typed={{ ...typed, image: picture }}
          onTake={takeOver}
          onKeep={() => settle({ ...seen, ...conflict }, typed)}
        />
      )}
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-4">
          <FactFields
            typed={typed}
            errors={errors}
            onType={(field, value) => setTyped({ ...typed, [field]: value })}
          />
        </div>
        <PictureField
          upload={upload}
          error={errors?.image}
          onChoose={(file) => void choose(file)}
        />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Submit
            pending={pending}
            blocked={upload.kind === 'sending'}
            className="px-8 max-sm:w-full"
          >
            Save product
          </Submit>
          <Outcome outcome={outcome} />
        </div>
      </div>
    </fetcher.Form>
  );
}

function Outcome({ outcome }: { readonly outcome: EditOutcome | undefined }) {
  return (
    <p
      role="status"
      className={`font-medium ${outcome?.kind === 'saved' ? 'text-success' : 'text-error'}`}
    >
      {outcome?.kind === 'saved' && 'Product saved. Orders that exist keep their price.'}
      {outcome?.kind === 'failed' && outcome.sentence}
      {outcome?.kind === 'invalid' && 'Not saved. Please look at the marked fields.'}
      {outcome?.kind === 'changed' && 'Not saved. Please look at what somebody else changed.'}
    </p>
  );
}
