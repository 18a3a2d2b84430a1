import { useId } from 'react';
import type { SavedList } from '#contract/saved-lists.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import { useForm } from '#web/ui/use-form.ts';
import type { RenameOutcome } from './list-steps.ts';

/** Asks for another name of a list. */
export function RenameDialog({ list, onClose }: { list: SavedList; onClose: () => void }) {
  const id = useId();
  const { Form, attributes, pending, errors } = useForm<RenameOutcome>({
    check: (fields) =>
      typedText(fields, 'name').trim() === '' ? { name: 'Name is required' } : undefined,
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
        Rename this list
      </h2>
      <p id={`${id}about`} className="quiet mt-1 [overflow-wrap:anywhere]">
        {list.name}
      </p>
      <Form {...attributes} aria-label="Rename the list" className="mt-4 flex flex-col gap-4">
        <input type="hidden" name="step" value="rename" />
        <input type="hidden" name="id" value={list._id} />
        <Field
          label="Name"
          name="name"
          autoComplete="off"
          maxLength={64}
          required
          defaultValue={list.name}
          error={errors?.name}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <Button onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          <Submit pending={pending}>Rename</Submit>
        </div>
      </Form>
    </Dialog>
  );
}
