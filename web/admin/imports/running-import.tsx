import type { Import } from '#contract/imports.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/page.tsx';
import { StepNoteLine } from '#web/ui/step-note.tsx';
import { useStep } from '#web/ui/use-step.ts';
import { counted, doneInWords } from './import-words.ts';

const words = {
  checking: {
    title: 'Every row is being checked',
    unit: 'rows',
    hint: 'Nothing in the shop changes. You may leave this page: the check goes on and waits for you here.',
    stop: 'Stop the check',
  },
  applying: {
    title: 'The import is being applied',
    unit: 'parts',
    hint: 'Orders go on meanwhile. You may leave this page: the work goes on without it, also after a restart of the shop.',
    stop: 'Stop applying',
  },
  pictures: {
    title: 'The pictures of the import are being taken',
    unit: 'pictures',
    hint: 'The parts follow, those whose pictures cannot be had without them. You may leave this page: the work goes on without it, also after a restart of the shop.',
    stop: 'Stop applying',
  },
  undoing: {
    title: 'The import is being undone',
    unit: 'parts',
    hint: 'Orders go on meanwhile. You may leave this page. Parts that were changed since the import stay as they are and are named.',
    stop: undefined,
  },
} as const;

/** How far the shop is with an import, and the way to stop it. */
export function RunningImport(props: {
  found: Import;
  step: 'checking' | 'applying' | 'undoing';
  isLost: boolean;
  onAsk: () => void;
}) {
  const { found, isLost, onAsk } = props;
  const takesPictures = props.step === 'applying' && found.pictures.done < found.pictures.of;
  const step = takesPictures ? 'pictures' : props.step;
  const { title, unit, hint } = words[step];
  const { done, of } = takesPictures ? found.pictures : found.progress;
  return (
    <Panel className="p-4 sm:p-6">
      <h2 className="text-base font-semibold">{title}</h2>
      <progress
        aria-label={title}
        className="progress mt-4"
        {...(of !== null && { max: Math.max(of, 1), value: Math.min(done, of) })}
      />
      <p className="figures mt-1.5 text-sm" aria-hidden={of === null}>
        {of === null
          ? `${counted(done)} ${unit} so far`
          : `${counted(done)} of ${counted(of)} ${unit}`}
      </p>
      {/* In words of its own, and only four times: a figure that runs would never let anybody finish reading. */}
      <p role="status" className="sr-only">
        {quarterInWords(title, done, of)}
      </p>
      {step === 'applying' && (
        <p className="quiet figures mt-1 text-sm">{`So far: ${doneInWords(found.done)}.`}</p>
      )}
      <p className="quiet mt-3 max-w-2xl text-sm">{hint}</p>
      {isLost && <Lost onAsk={onAsk} />}
      {step !== 'undoing' && <Stop found={found} word={words[step].stop} />}
    </Panel>
  );
}

/** What a screen reader says: the beginning, and each further quarter. */
export function quarterInWords(title: string, done: number, of: number | null): string {
  const quarter = of === null || of === 0 ? 0 : Math.min(3, Math.floor((done / of) * 4));
  return quarter === 0 ? `${title}.` : `${quarter * 25} percent done.`;
}

function Lost({ onAsk }: { onAsk: () => void }) {
  return (
    <div role="status">
      <Notice tone="waiting" className="mt-4">
        <p className="font-semibold">The shop does not answer</p>
        <p>
          What is shown is the last that was heard. The work may be going on; this page asks again
          by itself.
        </p>
        <Button small className="mt-3" onClick={onAsk}>
          <Icon name="retry" className="size-4" />
          Retry
        </Button>
      </Notice>
    </div>
  );
}

function Stop({ found: { _id, stopping }, word }: { found: Import; word: string }) {
  const step = useStep<string>(() => ({ step: 'stop' }));
  const isStopping = stopping || step.pending;
  return (
    <div className="mt-5">
      <Button
        aria-disabled={isStopping}
        aria-busy={isStopping}
        onClick={() => void (isStopping || step.take(_id))}
      >
        {isStopping && <span className="spinner size-5" aria-hidden="true" />}
        {isStopping ? 'Stopping…' : word}
      </Button>
      <StepNoteLine note={step.note} rowId={_id} />
    </div>
  );
}
