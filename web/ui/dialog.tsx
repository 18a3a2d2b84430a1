import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';

/**
 * A modal `<dialog>`: the browser focuses its first button, which therefore is the safe one, keeps the focus inside, and
 * restores it when the dialog closes. Esc only calls `onEscape`; where that leaves it open it stays, however often Esc is pressed.
 */
export function Dialog(props: {
  open: boolean;
  /** Id of its heading. */
  labelledBy: string;
  /** Ids of its text. */
  describedBy: string;
  onEscape: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { open } = props;
  useEffect(() => {
    const box = dialog.current;
    if (open && !box?.open) box?.showModal();
    if (!open && box?.open) box.close();
  }, [open]);
  // Also where it is taken away while it is open, before it leaves the page: only a dialog that closes restores the focus.
  useLayoutEffect(() => {
    const box = dialog.current;
    return () => box?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      onCancel={(event) => {
        // React tells of a dialog inside of it, too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        props.onEscape();
      }}
      // Browsers let a page keep a dialog open once only: the next Esc without anything between closes it and does not ask.
      onClose={(event) => {
        if (!open || event.currentTarget.open) return;
        event.currentTarget.showModal();
        props.onEscape();
      }}
      className="rounded-box bg-base-100 text-base-content m-auto w-[min(28rem,calc(100vw-2rem))] p-6 shadow-2xl"
    >
      {props.children}
    </dialog>
  );
}
