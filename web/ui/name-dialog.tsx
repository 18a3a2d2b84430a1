import { useId } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import type { NamingOutcome } from './name-something.ts';
import { Submit } from './submit.tsx';
import { typedText } from './typed-text.ts';
import { useForm } from './use-form.ts';

/** Asks for the name of something, and sends it with its id to the page's action. */
export function NameDialog(props: {
  id: string;
  /** Its name so far. */
  name: string;
  title: string;
  /** What is named. */
  about: string;
  /** The name of the form. */
  label: string;
  /** What the action is told to do. */
  step: string;
  /** The text of the button. */
  submit: string;
  help?: string;
  maxLength: number;
  required?: boolean;
  /** What is wrong with a name; undefined when nothing is. */
  faultOf: (name: string) => string | undefined;
  onClose: () => void;
}) {
  const { faultOf, onClose } = props;
  const id = useId();
  const { Form, attributes, pending, errors } = useForm<NamingOutcome>({
    check: (fields) => {
      const name = faultOf(typedText(fields, 'name'));
      return name === undefined ? undefined : { name };
    },
    after: ({ kind }) => kind === 'done' && onClose(),
  });
  return (
    <Dialog
      open
      labelledBy={`${id}title`}
      describedBy={`${id}about`}
      onEscape={() => !pending && onClose()}
    >
      <h2 id={`${id}title`} className="text-lg font-semibold">
        {props.title}
      </h2>
      <p id={`${id}about`} className="quiet mt-1 [overflow-wrap:anywhere]">
        {props.about}
      </p>
      <Form {...attributes} aria-label={props.label} className="mt-4 flex flex-col gap-4">
        <input type="hidden" name="step" value={props.step} />
        <input type="hidden" name="id" value={props.id} />
        <Field
          label="Name"
          name="name"
          help={props.help}
          autoComplete="off"
          maxLength={props.maxLength}
          required={props.required}
          defaultValue={props.name}
          error={errors?.name}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <Button onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          <Submit pending={pending}>{props.submit}</Submit>
        </div>
      </Form>
    </Dialog>
  );
}
