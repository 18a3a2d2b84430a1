import { useEffect, useEffectEvent, useId, useState, type SyntheticEvent } from 'react';
import { mostSavedLists } from '#contract/kept-limits.ts';
import type { SavedList } from '#contract/saved-lists.ts';
import type { WrittenLine } from '#contract/list-lines.ts';
import { hasVin } from '#contract/vin-rules.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { newRandomId } from '#web/api/random-key.ts';
import { nameFault } from '#web/garage/name-fault.ts';
import { partsCounted } from '#web/order-again/again-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { failureOf } from '#web/ui/take-step.ts';

/** Keeps the list under a name; one that has the name already is replaced, and that is said first. */
export function SaveDialog({
  lines,
  leftOut = 0,
  onClose,
}: {
  lines: readonly WrittenLine[];
  /** Parts that are not on it because they are no longer sold. */
  leftOut?: number;
  onClose: () => void;
}) {
  const id = useId();
  const lists = useLists();
  const [name, setName] = useState('');
  const [newId] = useState(newRandomId);
  const { pending, error, save } = useSaving(onClose);
  const same = lists?.find((list) => list.name.toLowerCase() === name.trim().toLowerCase());
  const written = { id: same?._id ?? newId, name: name.trim(), lines };
  // Pressed before the names that are taken are known: one that is taken waits for another press, because it is replaced.
  const [isEarly, setEarly] = useState(false);
  const goOn = useEffectEvent(() => {
    setEarly(false);
    if (same === undefined) save(written);
  });
  useEffect(() => {
    if (isEarly && lists !== undefined) goOn();
  }, [isEarly, lists]);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (lists === undefined) setEarly(true);
    else save(written);
  };
  return (
    <Dialog
      open
      labelledBy={`${id}title`}
      describedBy={`${id}about`}
      onEscape={() => !pending && onClose()}
    >
      <form noValidate aria-label="Save the list" className="flex flex-col gap-4" onSubmit={submit}>
        <div>
          <h2 id={`${id}title`} className="text-lg font-semibold">
            Save this list
          </h2>
          <p id={`${id}about`} className="quiet mt-1">
            {`${partsCounted(lines.length)}, to be put on the order pad again whenever you like.`}
            {leftOut > 0 &&
              ` ${partsCounted(leftOut)} of it ${leftOut === 1 ? 'is' : 'are'} no longer sold and left out.`}
          </p>
        </div>
        <Field
          label="Name"
          name="name"
          autoComplete="off"
          list={`${id}names`}
          maxLength={64}
          required
          value={name}
          onChange={({ target }) => setName(target.value)}
          advice={
            same ? `“${same.name}” has ${partsCounted(same.lines)}. They will be replaced.` : ''
          }
          error={error}
        />
        <datalist id={`${id}names`}>
          {lists?.map((list) => (
            <option key={list._id}>{list.name}</option>
          ))}
        </datalist>
        {lists !== undefined && lists.length >= mostSavedLists && (
          <p className="quiet text-sm">{`You keep ${mostSavedLists} lists, which is the most: give one of their names.`}</p>
        )}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          <Submit pending={pending || isEarly}>{same ? 'Replace it' : 'Save'}</Submit>
        </div>
      </form>
    </Dialog>
  );
}

interface NewList {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly WrittenLine[];
}

function useSaving(onSaved: () => void) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const save = async ({ id, name, lines }: NewList) => {
    if (name === '') return setError('Name is required');
    const fault = nameFault(name);
    if (fault !== undefined) return setError(fault);
    setPending(true);
    try {
      const body = { name, lines: lines.filter((one) => !hasVin(one)) };
      await call('putSavedList', { params: { id }, body });
      toastSuccess(`Saved as “${name}”.`);
      onSaved();
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      setError(failureOf(failed, 'Not saved.'));
      setPending(false);
    }
  };
  return { pending, error, save: (list: NewList) => void save(list) };
}

/** The names that are taken; none where they cannot be read: then the shop says whether one is. */
function useLists(): readonly SavedList[] | undefined {
  const [lists, setLists] = useState<readonly SavedList[]>();
  useEffect(() => {
    const leaving = new AbortController();
    void call('listSavedLists', {}, { signal: leaving.signal }).then(setLists, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      setLists([]);
    });
    return () => leaving.abort();
  }, []);
  return lists;
}
