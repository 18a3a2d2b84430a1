import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Address } from '#contract/addresses.ts';
import { mostAddresses } from '#contract/kept-limits.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { newRandomId } from '#web/api/random-key.ts';
import { isSame, type Delivery } from '#web/orders/known-deliveries.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { failureOf } from '#web/ui/take-step.ts';

/** On an order form: keeps the address that is typed under a name, unless the address book has it. */
export function KeepAddress(props: { delivery: Delivery; book: readonly Address[] }) {
  const { delivery } = props;
  const [kept, setKept] = useState<readonly Address[]>([]);
  const [naming, setNaming] = useState(false);
  const book = [...props.book, ...kept];
  const isComplete = [delivery.address, delivery.phone].every((text) => text.trim() !== '');
  const isNew = isComplete && !book.some((one) => isSame(one, delivery));
  const here = kept.find((one) => isSame(one, delivery));
  return (
    <div className="-mt-4">
      <p role="status" className="text-success text-sm font-semibold [&:not(:empty)]:mt-2">
        {here && `Kept in your addresses as “${here.name}”.`}
      </p>
      {isNew && naming && (
        <NameAddress
          delivery={delivery}
          isFirst={book.length === 0}
          onKept={(address) => {
            setKept([...kept, address]);
            setNaming(false);
          }}
          onCancel={() => setNaming(false)}
        />
      )}
      {isNew && !naming && book.length < mostAddresses && (
        <Button small look="quiet" className="mt-2" onClick={() => setNaming(true)}>
          Keep this address…
        </Button>
      )}
    </div>
  );
}

/** Not a form: it stands inside that of the order. */
function NameAddress(props: {
  delivery: Delivery;
  isFirst: boolean;
  onKept: (address: Address) => void;
  onCancel: () => void;
}) {
  const { delivery, isFirst, onKept, onCancel } = props;
  const [name, setName] = useState('');
  const { pending, error, keep } = useKeeping(onKept);
  const field = useRef<HTMLInputElement>(null);
  // The pressed button is gone.
  useEffect(() => field.current?.focus(), []);
  const save = () =>
    keep({
      _id: newRandomId(),
      name: name.trim(),
      address: delivery.address.trim(),
      phone: delivery.phone.trim(),
      isDefault: isFirst,
    });
  // Enter is not for the order, Escape not for a dialog around.
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') save();
    else onCancel();
  };
  return (
    <div
      role="group"
      aria-label="Keep this address"
      className="mt-4 flex flex-wrap items-start gap-x-3 gap-y-2"
    >
      <div className="min-w-[min(12rem,100%)] grow basis-48">
        <Field
          label="What you call this address"
          name="addressName"
          help="Such as Workshop. Your next orders offer it by this name."
          autoComplete="off"
          ref={field}
          maxLength={64}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={error}
          onKeyDown={onKey}
        />
      </div>
      <div className="flex flex-wrap gap-2 sm:mt-6">
        <Button disabled={pending} onClick={save}>
          Keep it
        </Button>
        <Button look="quiet" disabled={pending} onClick={onCancel}>
          Not now
        </Button>
      </div>
    </div>
  );
}

function useKeeping(onKept: (address: Address) => void) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const keep = async (address: Address) => {
    if (pending) return;
    if (address.name === '') return setError('Name is required');
    setPending(true);
    try {
      const { _id: id, ...body } = address;
      await call('putAddress', { params: { id }, body });
      onKept(address);
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      setError(failureOf(failed, 'Not kept.'));
      setPending(false);
    }
  };
  return { pending, error, keep: (address: Address) => void keep(address) };
}
