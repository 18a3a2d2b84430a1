import { useEffect, useId, useRef } from 'react';
import { texts } from '#contract/texts.ts';
import { Button, type ButtonLook } from './button.tsx';

/**
 * Asks before something that cannot be undone. The browser's own dialog keeps the focus inside, closes on Esc and
 * gives the focus back; it opens on the safe button, No.
 */
export function Confirm(props: {
  readonly open: boolean;
  readonly title: string;
  readonly question: string;
  /** What it is about, where the question's own words do not say. */
  readonly about?: string | undefined;
  /** While the answer is carried out both buttons rest. */
  readonly pending?: boolean;
  /** The look of Yes: `danger` unless the step destroys nothing. */
  readonly yes?: ButtonLook;
  readonly onYes: () => void;
  readonly onNo: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { open } = props;
  useEffect(() => {
    const box = dialog.current;
    if (open && !box?.open) box?.showModal();
    if (!open && box?.open) box.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}question ${id}about`}
      onCancel={(event) => {
        event.preventDefault();
        if (!props.pending) props.onNo();
      }}
      className="rounded-box bg-base-100 text-base-content m-auto w-[min(28rem,calc(100vw-2rem))] p-6 shadow-2xl"
    >
      <h2 id={`${id}title`} className="text-xl font-bold">
        {props.title}
      </h2>
      <p id={`${id}question`} className="mt-2">
        {props.question}
      </p>
      <p id={`${id}about`} className="figures mt-2 font-semibold [overflow-wrap:anywhere] empty:hidden">
        {props.about}
      </p>
      <div className="mt-6 flex justify-end gap-3">
        <Button autoFocus onClick={props.onNo} disabled={props.pending}>
          {texts.no}
        </Button>
        <Button look={props.yes ?? 'danger'} onClick={props.onYes} disabled={props.pending}>
          {texts.yes}
        </Button>
      </div>
    </dialog>
  );
}
