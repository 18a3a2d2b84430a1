import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { FormEnd } from '#web/ui/form-end.tsx';
import { Panel } from '#web/ui/page.tsx';
import { useForm } from '#web/ui/use-form.ts';
import type { AddOutcome } from './add-entry.ts';

/** The form that adds an entry; when it is added, the fields are as they were at first. */
export function AddForm<Errors extends object>(props: {
  label: string;
  /** The columns of its fields. */
  className: string;
  check: (fields: FormData) => Errors | undefined;
  children: (errors: Errors | undefined) => ReactNode;
}) {
  const { label, className, check, children } = props;
  const [added, setAdded] = useState(0);
  const { Form, form, attributes, pending, outcome, errors } = useForm<AddOutcome<Errors>>({
    check,
    after: ({ kind }) => kind === 'done' && setAdded((before) => before + 1),
  });
  useEffect(() => {
    // Whoever pressed Enter in a field goes on in the first of the new ones.
    if (added > 0 && document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus();
  }, [added, form]);
  return (
    <Panel className="p-5">
      <Form {...attributes} aria-label={label} className={`grid items-start gap-4 ${className}`}>
        <input type="hidden" name="step" value="add" />
        <Fragment key={added}>{children(errors)}</Fragment>
        <div className="col-span-full">
          <FormEnd
            button="Add"
            pending={pending}
            outcome={outcome?.kind === 'invalid' ? undefined : outcome}
          />
        </div>
      </Form>
    </Panel>
  );
}
