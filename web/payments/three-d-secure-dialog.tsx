import { useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/**
 * The sandbox's 3-D Secure question; a real bank asks for a code or its app. Focus and Esc are on the answer that does not
 * pay.
 */
export function ThreeDSecureDialog(props: {
  open: boolean;
  onAnswer: (outcome: 'succeeded' | 'failed') => void;
}) {
  const { open, onAnswer } = props;
  const id = useId();
  return (
    <Dialog
      open={open}
      labelledBy={`${id}title`}
      describedBy={`${id}question`}
      onEscape={() => onAnswer('failed')}
    >
      <p className="quiet text-sm font-semibold">Test bank</p>
      <h2 id={`${id}title`} className="mt-1 text-lg font-semibold">
        3-D Secure
      </h2>
      <p id={`${id}question`} className="mt-2">
        Your bank wants to know that it is you who pays. In this test shop you decide how that goes.
      </p>
      <div className="mt-6 flex justify-end gap-3">
        <Button onClick={() => onAnswer('failed')}>Fail</Button>
        <Button look="signal" onClick={() => onAnswer('succeeded')}>
          Complete
        </Button>
      </div>
    </Dialog>
  );
}
