import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';

/**
 * A modal `<dialog>`: the browser focuses its first button, which therefore is the safe one, keeps the focus inside, and
 * restores it when the dialog closes. Esc only calls `onEscape`.
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
        event.preventDefault();
        props.onEscape();
      }}
      className="rounded-box bg-base-100 text-base-content m-auto w-[min(28rem,calc(100vw-2rem))] p-6 shadow-2xl"
    >
      {props.children}
    </dialog>
  );
}
