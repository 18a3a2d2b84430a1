import { useEffect, useId, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';

/**
 * The bank's question of the sandbox: a real bank asks here for a code or the buyer's app. Opens on the answer that
 * moves nothing; Esc is that answer too.
 */
export function ThreeDSecureDialog({
  open,
  onAnswer,
}: {
  readonly open: boolean;
  readonly onAnswer: (outcome: 'succeeded' | 'failed') => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const box = dialog.current;
    if (open && !box?.open) box?.showModal();
    if (!open && box?.open) box.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}question`}
      onCancel={(event) => {
        event.preventDefault();
        onAnswer('failed');
      }}
      className="rounded-box bg-base-100 text-base-content m-auto w-[min(28rem,calc(100vw-2rem))] p-6 shadow-2xl"
    >
      <p className="quiet text-sm font-semibold">Test bank</p>
      <h2 id={`${id}title`} className="mt-1 text-xl font-bold">
        3-D Secure
      </h2>
      <p id={`${id}question`} className="mt-2">
        Your bank wants to know that it is you who pays. In this test shop you decide how that goes.
      </p>
      <div className="mt-6 flex justify-end gap-3">
        <Button autoFocus onClick={() => onAnswer('failed')}>
          Fail
        </Button>
        <Button look="signal" onClick={() => onAnswer('succeeded')}>
          Complete
        </Button>
      </div>
    </dialog>
  );
}
