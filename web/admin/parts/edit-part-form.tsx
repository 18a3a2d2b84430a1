import { useState } from 'react';
import * as z from 'zod/mini';
import { partFactNames } from '#contract/part-facts.ts';
import type { PartType } from '#contract/part-lists.ts';
import { SeenFacts, type PartToEdit } from '#contract/parts.ts';
import type { AttributeLabels } from '#web/admin/list-in-words.ts';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { ChangedFactsPanel, focusChangedFacts } from './changed-facts.tsx';
import type { EditOutcome } from './edit-part.ts';
import { OptionalFactGroups } from '#web/admin/parts/facts/optional-facts.tsx';
import { namesOfPart, type Names } from '#web/admin/parts/facts/part-names.ts';
import { attributeLabel } from '#web/admin/parts/facts/attributes-group.tsx';
import { useOptionalFacts } from '#web/admin/parts/facts/use-optional-facts.ts';
import { PartFields } from './part-fields.tsx';
import { factsErrors, fillIn, focusName, typedOf, typedPart } from './part-form.ts';
import { usePictures } from './use-pictures.ts';

/** The facts of a part, edited against how the editor saw them: a change by somebody else in between is shown, not overwritten. */
export function EditPartForm({ part }: { readonly part: PartToEdit }) {
  // What the fields begin with: it stays when `seen` goes on, for a field that nobody touched shows its default.
  const [start] = useState(() => z.parse(SeenFacts, part));
  const [seen, setSeen] = useState(start);
  const [settled, setSettled] = useState<EditOutcome>();
  const pictures = usePictures(start);
  const optional = useOptionalFacts({
    facts: start,
    names: namesOfPart(part),
    partType: part.partType,
  });
  const { Form, attributes, form, pending, errors, ...last } = useForm<EditOutcome>({
    check: (fields) => factsErrors(typedPart(fields)),
    after(answer) {
      if (answer.kind === 'saved') take(answer.facts, answer.names);
      if (answer.kind === 'changed') focusChangedFacts();
    },
  });
  const outcome = last.outcome === settled ? undefined : last.outcome;

  /** These are the facts that the shop has, for the next comparison and in the form. */
  function take(facts: Partial<SeenFacts>, names: Names) {
    setSeen({ ...seen, ...facts });
    fillIn(form.current, facts);
    pictures.take(facts);
    optional.take(facts, names);
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
          names={{ ...optional.names, ...outcome.names }}
          labels={attributeLabels(optional.type)}
          onTake={() => {
            take(outcome.changed, outcome.names);
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
      <PartFields
        names={partFactNames}
        start={typedOf(start)}
        errors={errors}
        picture={pictures.first}
      >
        <OptionalFactGroups
          facts={optional}
          pictures={pictures}
          errors={errors}
          owner={outcome?.kind === 'invalid' ? outcome.owner : undefined}
          partId={part._id}
        />
        <FormEnd
          button="Save product"
          pending={pending}
          blocked={pictures.sending}
          outcome={outcome}
        />
      </PartFields>
    </Form>
  );
}

function attributeLabels(type: PartType | 'failed' | undefined): AttributeLabels {
  if (typeof type !== 'object') return {};
  return Object.fromEntries(type.attributes.map((one) => [one.key, attributeLabel(one)]));
}
