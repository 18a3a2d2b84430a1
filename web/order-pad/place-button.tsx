import { Button, type ButtonLook } from '#web/ui/button.tsx';
import { linesInWords } from './added-words.ts';
import type { PadSum } from './pad-rows.ts';

/** The button that orders the lines which can be ordered. */
export function PlaceButton(props: {
  sum: PadSum;
  lines: number;
  look: ButtonLook;
  onPlace: () => void;
}) {
  const { sum, lines } = props;
  if (sum.lines === 0) return null;
  return (
    <Button
      look={props.look}
      className="min-h-12 flex-1"
      disabled={sum.waiting}
      onClick={props.onPlace}
    >
      {sum.lines < lines
        ? `Order only the ${sum.lines} that work`
        : `Order ${linesInWords(sum.lines)}`}
    </Button>
  );
}
