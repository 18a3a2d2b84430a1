import { useEffect, useRef, useState } from 'react';
import { Link, useFetcher } from 'react-router';
import { texts } from '#contract/texts.ts';
import { newRandomKey } from '#web/api/random-key.ts';
import { paths } from '#web/paths.ts';
import { useFocusOnError } from '#web/ui/field.tsx';
import { Submit } from '#web/ui/submit.tsx';
import type { AddOutcome } from './add-part.ts';
import { FactFields } from './fact-fields.tsx';
import { partFields, type PartErrors, type TypedPart } from './part-form.ts';
import { PictureField } from './picture-field.tsx';
import { useUpload } from './use-upload.ts';

/** The form for a new part (Spec §2: Add Products). After success it clears, ready for the next one. */
export function AddPartForm() {
  const fetcher = useFetcher<AddOutcome>();
  const form = useRef<HTMLFormElement>(null);
  const [key, setKey] = useState(newRandomKey);
  const pending = fetcher.state !== 'idle';
  const outcome = pending ? undefined : fetcher.data;
  const errors = outcome?.kind === 'invalid' ? outcome.errors : undefined;
  useFocusOnError(form, errors);
  const added = fetcher.data?.kind === 'added' ? fetcher.data.id : undefined;
  useEffect(() => {
    if (added !== undefined) form.current?.querySelector<HTMLElement>('[name="name"]')?.focus();
  }, [added]);
  useEffect(() => {
    if (fetcher.data?.kind === 'added' || fetcher.data?.kind === 'used') setKey(newRandomKey());
  }, [fetcher.data]);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Flushed at once, so that a second click finds the button disabled.
        if (!pending)
          void fetcher.submit(fieldsOf(event.currentTarget, key), {
            method: 'post',
            flushSync: true,
          });
      }}
    >
      <EmptyForm key={added ?? 'first'} pending={pending} errors={errors} />
      <p
        role="status"
        className={`[&:not(:empty)]:mt-4 font-medium ${outcome?.kind === 'added' ? 'text-success' : 'text-error'}`}
      >
        {(outcome?.kind === 'failed' || outcome?.kind === 'used') && outcome.sentence}
        {outcome?.kind === 'invalid' && 'Not added. Please look at the marked fields.'}
        {outcome?.kind === 'added' && (
          <>
            {`${texts.productAdded} `}
            <Link to={paths.manageProduct(outcome.id)} className="link">
              {outcome.name}
            </Link>
          </>
        )}
      </p>
    </fetcher.Form>
  );
}

function EmptyForm({
  pending,
  errors,
}: {
  readonly pending: boolean;
  readonly errors: PartErrors | undefined;
}) {
  const [typed, setTyped] = useState<TypedPart>({
    name: '',
    price: '',
    orderQuantity: '',
    inStock: '',
    image: '',
    description: '',
  });
  const { upload, choose } = useUpload('');
  return (
    <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex flex-col gap-4">
        <FactFields
          typed={typed}
          errors={errors}
          withStock
          onType={(field, value) => setTyped({ ...typed, [field]: value })}
        />
      </div>
      <PictureField
        upload={upload}
        error={errors?.image}
        required
        onChoose={(file) => void choose(file)}
      />
      <div>
        <Submit
          pending={pending}
          blocked={upload.kind === 'sending'}
          className="px-8 max-sm:w-full"
        >
          Add product
        </Submit>
      </div>
    </div>
  );
}

/** With the form's key; without the file itself: it is uploaded already, and the form sends its address. */
function fieldsOf(form: HTMLFormElement, key: string): FormData {
  const all = new FormData(form);
  const sent = new FormData();
  sent.set('key', key);
  for (const field of partFields) sent.set(field, all.get(field) ?? '');
  return sent;
}
