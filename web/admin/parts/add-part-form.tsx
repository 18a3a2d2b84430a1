import { useState } from 'react';
import { newPartFactNames } from '#contract/part-facts.ts';
import { texts } from '#contract/texts.ts';
import { paths } from '#web/paths.ts';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useForm } from '#web/ui/use-form.ts';
import type { AddOutcome } from './add-part.ts';
import { OptionalFactGroups } from '#web/admin/parts/facts/optional-facts.tsx';
import { useOptionalFacts } from '#web/admin/parts/facts/use-optional-facts.ts';
import { PartFields } from './part-fields.tsx';
import { focusName, newPartErrors, typedPart } from './part-form.ts';
import { usePictures } from './use-pictures.ts';
import { Link } from '#web/ui/link.tsx';

const nothing = { type: null, brand: null, category: null, replacedBy: null };
const emptyLists = { attributes: {}, numbers: [], fitments: [] };

/** The form for a new part (Spec §2: Add Products). After success it clears, ready for the next one. */
export function AddPartForm() {
  const pictures = usePictures({});
  const facts = useOptionalFacts({ facts: {}, names: {}, partType: null });
  // How many were added: the groups of the next one are closed again.
  const [added, setAdded] = useState(0);
  const { Form, attributes, pending, outcome, errors } = useForm<AddOutcome>({
    check: (fields) => newPartErrors(typedPart(fields)),
    after({ kind }, form) {
      if (kind !== 'added') return;
      form?.reset();
      pictures.take({ image: '', imageAlt: '', pictures: [] });
      facts.take({ ...nothing, ...emptyLists });
      setAdded(added + 1);
      focusName(form);
    },
  });
  return (
    <Form {...attributes}>
      <PartFields names={newPartFactNames} start={{}} errors={errors} picture={pictures.first}>
        <OptionalFactGroups
          key={added}
          facts={facts}
          pictures={pictures}
          errors={errors}
          owner={outcome?.kind === 'invalid' ? outcome.owner : undefined}
        />
        <FormEnd
          button="Add product"
          pending={pending}
          blocked={pictures.sending}
          outcome={
            outcome?.kind === 'added' ? { kind: 'added', sentence: sentenceOf(outcome) } : outcome
          }
        />
      </PartFields>
    </Form>
  );
}

function sentenceOf({ id, name }: Extract<AddOutcome, { readonly kind: 'added' }>) {
  return (
    <>
      {`${texts.productAdded} `}
      <Link to={paths.manageProduct(id)} className="link">
        {name}
      </Link>
    </>
  );
}
