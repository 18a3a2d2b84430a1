import { useRef } from 'react';
import { joinedInWords, leftInWords, partsCounted } from '#web/order-again/again-words.ts';
import { takenBack, type Putting } from '#web/order-again/put-on-list.ts';
import { changeLines } from '#web/order-list/order-list.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';

/** At the lower edge: what is chosen and can be put on the list, or what was put there last. */
export function AddedBar(props: {
  chosen: number;
  onAdd: () => void;
  onClear: () => void;
  added: Putting | undefined;
  onEnd: () => void;
}) {
  const { chosen, added, onAdd } = props;
  const bar = useRef<HTMLDivElement>(null);
  const add = () => {
    onAdd();
    // The pressed button is gone.
    requestAnimationFrame(() => bar.current?.querySelector('button')?.focus());
  };
  return (
    <div ref={bar} role="status" className="sticky bottom-3 z-10 mt-3">
      {(chosen > 0 || added) && (
        <div className="rounded-box border-base-300 bg-base-100 figures flex flex-wrap items-center gap-x-3 gap-y-2 border px-4 py-3 shadow-lg">
          {chosen > 0 ? (
            <Chosen chosen={chosen} onAdd={add} onClear={props.onClear} />
          ) : (
            added && <Added added={added} onEnd={props.onEnd} />
          )}
        </div>
      )}
    </div>
  );
}

function Chosen(props: { chosen: number; onAdd: () => void; onClear: () => void }) {
  return (
    <>
      <p className="grow basis-48">
        <strong className="font-semibold">{`${props.chosen} selected`}</strong>
        <span className="quiet text-sm max-sm:block sm:ms-3">with the pieces of the last time</span>
      </p>
      <Button look="quiet" small onClick={props.onClear}>
        Clear
      </Button>
      <Button look="signal" onClick={props.onAdd}>
        {`Add ${partsCounted(props.chosen)} to list`}
      </Button>
    </>
  );
}

function Added({ added, onEnd }: { added: Putting; onEnd: () => void }) {
  const put = added.fresh + added.joined;
  const more = [joinedInWords(added), leftInWords(added)].filter(Boolean).join(' ');
  return (
    <>
      <p className="grow basis-48">
        <strong className="font-semibold">
          {`${partsCounted(put)} ${put === 1 ? 'is' : 'are'} on your list now.`}
        </strong>
        {more !== '' && <span className="quiet block text-sm">{more}</span>}
      </p>
      <Button
        look="quiet"
        small
        onClick={() => {
          changeLines((lines) => takenBack(lines, added.put));
          onEnd();
        }}
      >
        Undo
      </Button>
      <ButtonLink to={paths.orderPad}>Open the list</ButtonLink>
    </>
  );
}
