import { useId } from 'react';
import { texts } from '#contract/texts.ts';
import { Button, type ButtonLook } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** A confirmation dialog. The initial focus is on No; Esc means No too. */
export function Confirm(props: {
  open: boolean;
  title: string;
  question: string;
  /** What it is about, if the question does not say so. */
  about?: string | undefined;
  /** While Yes is being carried out, both buttons are disabled. */
  pending?: boolean;
  /** The look of Yes; default: `danger`. */
  yes?: ButtonLook;
  onYes: () => void;
  onNo: () => void;
}) {
  const id = useId();
  return (
    <Dialog
      open={props.open}
      labelledBy={`${id}title`}
      describedBy={`${id}question ${id}about`}
      onEscape={() => !props.pending && props.onNo()}
    >
      <h2 id={`${id}title`} className="text-lg font-semibold">
        {props.title}
      </h2>
      <p id={`${id}question`} className="mt-2">
        {props.question}
      </p>
      <p
        id={`${id}about`}
        className="figures mt-2 font-semibold [overflow-wrap:anywhere] empty:hidden"
      >
        {props.about}
      </p>
      <div className="mt-6 flex justify-end gap-3">
        <Button onClick={props.onNo} disabled={props.pending}>
          {texts.no}
        </Button>
        <Button look={props.yes ?? 'danger'} onClick={props.onYes} disabled={props.pending}>
          {texts.yes}
        </Button>
      </div>
    </Dialog>
  );
}
