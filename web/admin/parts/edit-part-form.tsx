import { useState } from 'react';
import * as z from 'zod/mini';
import { partFactNames } from '#contract/part-facts.ts';
import { SeenFacts, type ManagedPart } from '#contract/parts.ts';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { ChangedFactsPanel, focusChangedFacts } from './changed-facts.tsx';
import type { EditOutcome } from './edit-part.ts';
import { PartFields } from './part-fields.tsx';
import { factsErrors, fillIn, focusName, typedOf, typedPart } from './part-form.ts';
import { useUpload } from './use-upload.ts';

/** The facts of a part, edited against how the editor saw them: a change by somebody else in between is shown, not overwritten. */
export function EditPartForm({ part }: { readonly part: ManagedPart }) {
  // What the fields begin with: it stays when `seen` goes on, for a field that nobody touched shows its default.
  const [start] = useState(() => z.parse(SeenFacts, part));
  const [seen, setSeen] = useState(start);
  const [settled, setSettled] = useState<EditOutcome>();
  const picture = useUpload(part.image);
  const { Form, attributes, form, pending, errors, ...last } = useForm<EditOutcome>({
    check: (fields) => factsErrors(typedPart(fields)),
    after(answer) {
      if (answer.kind === 'saved') take(answer.facts);
      if (answer.kind === 'changed') focusChangedFacts();
    },
  });
  const outcome = last.outcome === settled ? undefined : last.outcome;

  /** These are the facts that the shop has, for the next comparison and in the form. */
  function take(facts: Partial<SeenFacts>) {
    setSeen({ ...seen, ...facts });
    fillIn(form.current, facts);
    if (facts.image !== undefined) picture.keep(facts.image);
  }
  function settle() {
    setSettled(outcome);
    focusName(form.current);
  }

  return (
    <Form {...attributes}>
      {outcome?.kind === 'changed' && (
        <ChangedFactsPanel
          seen={seen}
          changed={outcome.changed}
          typed={outcome.typed}
          onTake={() => {
            take(outcome.changed);
            settle();
          }}
          onKeep={() => {
            setSeen({ ...seen, ...outcome.changed });
            settle();
          }}
        />
      )}
      <input type="hidden" name="step" value="facts" />
      <input type="hidden" name="seen" value={JSON.stringify(seen)} />
      <PartFields names={partFactNames} start={typedOf(start)} errors={errors} picture={picture}>
        <FormEnd
          button="Save product"
          pending={pending}
          blocked={picture.upload.kind === 'sending'}
          outcome={outcome}
        />
      </PartFields>
    </Form>
  );
}
