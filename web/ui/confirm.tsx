import { useId } from 'react';
import { texts } from '#contract/texts.ts';
import { Button, type ButtonLook } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks before something that cannot be undone. The focus begins on the safe button, No; Esc means No too. */
export function Confirm(props: {
  open: boolean;
  title: string;
  question: string;
  /** The thing it is about, where the question does not name it. */
  about?: string | undefined;
  /** The answer is being carried out: both buttons are disabled. */
  pending?: boolean;
  /** The look of Yes: `danger` unless the step destroys nothing. */
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
