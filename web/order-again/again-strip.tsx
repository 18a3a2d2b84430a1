import { useEffect, useState } from 'react';
import { keyOf } from '#web/order-list/list-model.ts';
import { changeLines, currentLines, useLines } from '#web/order-list/order-list.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { focusHeadingIfLost } from '#web/ui/use-step.ts';
import { againInWords } from './again-words.ts';
import { ChangeLine } from './change-line.tsx';
import type { ChangedLine } from './changes.ts';
import { forgetAgain, forgetLeft, putAsideAgain, useShownAgain, type Again } from './kept-again.ts';
import { takenBack } from './put-on-list.ts';

/** On the order pad: what was ordered again, and what of it is not as it was. */
export function AgainStrip() {
  const lines = useLines();
  const again = useShownAgain();
  // The first rendering knows no lines yet.
  useEffect(() => forgetLeft(new Set(currentLines().map(keyOf))), [lines]);
  return (
    <div role="status" className="empty:hidden">
      {again && <Told key={again.source} again={again} />}
    </div>
  );
}

/** Lines that are shown at once. */
const few = 6;

function Told({ again }: { again: Again }) {
  const { changed, put } = again;
  const [all, setAll] = useState(false);
  const [heading, ...sentences] = againInWords(again);
  const shown = all ? changed : changed.slice(0, few);
  return (
    <Notice tone={changed.length > 0 ? 'waiting' : 'good'} className="figures mb-4">
      <p className="font-semibold [overflow-wrap:anywhere]">{heading}</p>
      {sentences.map((sentence) => (
        <p key={sentence} className="text-sm">
          {sentence}
        </p>
      ))}
      {changed.length > 0 && (
        <>
          <h2 className="mt-3 text-sm font-semibold">{changedInWords(again)}</h2>
          <ul className="mt-1 flex flex-col gap-2 text-sm">
            {shown.map((line, at) => (
              <Changed key={`${line.partId ?? ''} ${at}`} line={line} />
            ))}
          </ul>
        </>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {shown.length < changed.length && (
          <Button small onClick={() => setAll(true)}>
            {`Show the other ${changed.length - few}`}
          </Button>
        )}
        {put.length > 0 && (
          <Button
            small
            onClick={leaving(() => {
              changeLines((lines) => takenBack(lines, put));
              forgetAgain(again.source);
            })}
          >
            Undo
          </Button>
        )}
        <Button small onClick={leaving(putAsideAgain)}>
          All right
        </Button>
      </div>
    </Notice>
  );
}

/** The pressed button goes with the strip. */
function leaving(step: () => void) {
  return () => {
    step();
    requestAnimationFrame(focusHeadingIfLost);
  };
}

function changedInWords({ changed, ordered }: Again): string {
  if (ordered === 1) return 'Not as it was:';
  return `${changed.length} of ${ordered} ${changed.length === 1 ? 'is' : 'are'} not as ${changed.length === 1 ? 'it was' : 'they were'}:`;
}

function Changed({ line: { name, number, partId, changes } }: { line: ChangedLine }) {
  return (
    <li className="[overflow-wrap:anywhere]">
      {number !== null && <b>{`${number} `}</b>}
      {partId === undefined ? (
        name
      ) : (
        <TextLink to={paths.part({ _id: partId, name })}>{name}</TextLink>
      )}
      {changes.map((change) => (
        <ChangeLine key={change.kind} change={change} />
      ))}
    </li>
  );
}
