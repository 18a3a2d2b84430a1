import {
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  type ReactNode,
  type SyntheticEvent,
} from 'react';

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
  const [closings, countClosing] = useReducer((before: number) => before + 1, 0);
  useEffect(() => {
    const box = dialog.current;
    if (open && !box?.open) box?.showModal();
    if (!open && box?.open) box.close();
  }, [open, closings]);
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
        if (!isOwn(event)) return;
        event.preventDefault();
        props.onEscape();
      }}
      // Browsers let a page keep a dialog open once only: the next Esc without anything between closes it and does not ask.
      onClose={(event) => {
        if (!isOwn(event) || !open || event.currentTarget.open) return;
        props.onEscape();
        countClosing();
      }}
      className="rounded-box bg-base-100 text-base-content m-auto w-[min(28rem,calc(100vw-2rem))] p-6 shadow-2xl"
    >
      {props.children}
    </dialog>
  );
}

/** React tells a dialog also of what happens to a dialog inside of it. */
function isOwn({ target, currentTarget }: SyntheticEvent): boolean {
  return target === currentTarget;
}
