import { useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { Misfit } from './shop-fits.ts';

/** Parts that are named at once. */
const few = 8;

/** Asks once more before parts are ordered that do not fit. The initial focus is on the way back; Esc goes it too. */
export function MisfitDialog({ open, ...asked }: Asked & { open: boolean }) {
  const id = useId();
  return (
    <Dialog
      open={open}
      labelledBy={`${id}title`}
      describedBy={`${id}question ${id}parts`}
      onEscape={asked.onBack}
    >
      {open && <Question {...asked} id={id} />}
    </Dialog>
  );
}

interface Asked {
  /** In words. */
  vehicle: string;
  misfits: readonly Misfit[];
  onOrder: () => void;
  onBack: () => void;
}

function Question({ id, vehicle, misfits, onOrder, onBack }: Asked & { id: string }) {
  const [first] = misfits;
  const isOne = misfits.length === 1;
  const left = misfits.length - few;
  return (
    <>
      <h2 id={`${id}title`} className="text-lg font-semibold">
        {isOne ? 'This part does not fit' : `${misfits.length} parts do not fit`}
      </h2>
      <p id={`${id}question`} className="mt-2 [overflow-wrap:anywhere]">
        {isOne
          ? `This part does not fit your ${vehicle}: ${first?.reason ?? ''} Order it anyway?`
          : `These parts do not fit your ${vehicle}. Order them anyway?`}
      </p>
      <ul id={`${id}parts`} className="figures mt-2 flex flex-col gap-1 [overflow-wrap:anywhere]">
        {misfits.slice(0, few).map(({ id: part, name, reason }) => (
          <li key={part}>
            <strong className="font-semibold">{name}</strong>
            {!isOne && <span className="quiet block text-sm">{reason}</span>}
          </li>
        ))}
        {left > 0 && <li>{`and ${left} more`}</li>}
      </ul>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onBack}>Back</Button>
        <Button look="signal" onClick={onOrder}>
          Order anyway
        </Button>
      </div>
    </>
  );
}
