import { Link } from 'react-router';
import { newPartFactNames } from '#contract/part-facts.ts';
import { texts } from '#contract/texts.ts';
import { paths } from '#web/paths.ts';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useForm } from '#web/ui/use-form.ts';
import type { AddOutcome } from './add-part.ts';
import { PartFields } from './part-fields.tsx';
import { focusName, newPartErrors, typedOf, typedPart } from './part-form.ts';
import { useUpload } from './use-upload.ts';

/** The form for a new part (Spec §2: Add Products). After success it clears, ready for the next one. */
export function AddPartForm() {
  const picture = useUpload('');
  const { Form, attributes, pending, outcome, errors } = useForm<AddOutcome>({
    check: (fields) => newPartErrors(typedPart(fields)),
    after({ kind }, form) {
      if (kind !== 'added') return;
      form?.reset();
      void picture.choose(undefined);
      focusName(form);
    },
  });
  return (
    <Form {...attributes}>
      <PartFields names={newPartFactNames} start={typedOf({})} errors={errors} picture={picture}>
        <FormEnd
          button="Add product"
          pending={pending}
          blocked={picture.upload.kind === 'sending'}
          outcome={
            outcome?.kind === 'added' ? { kind: 'added', sentence: added(outcome) } : outcome
          }
        />
      </PartFields>
    </Form>
  );
}

function added({ id, name }: Extract<AddOutcome, { readonly kind: 'added' }>) {
  return (
    <>
      {`${texts.productAdded} `}
      <Link to={paths.manageProduct(id)} className="link">
        {name}
      </Link>
    </>
  );
}
