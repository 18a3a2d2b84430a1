import type { DoctorReport, DoctorRun } from '#contract/doctor.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { ageOf, momentOf } from '#web/ui/moment.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/page.tsx';
import { StepNoteLine, type StepOutcome } from '#web/ui/step-note.tsx';
import { takeStep } from '#web/ui/take-step.ts';
import { useStep } from '#web/ui/use-step.ts';

/** The step of the doctor's page that begins a run. */
export const runStep = 'run';

/** What the last run found, how far one is that is under way, and the way to begin one. */
export function LastRun({ report: { checkedAt, checks, run } }: { report: DoctorReport }) {
  const step = useStep<string>(() => ({ step: runStep }));
  const isRunning = run?.state === 'running';
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        {checkedAt === null ? (
          <p role="status" className="text-lg font-semibold">
            {isRunning ? 'This is the first look.' : 'Nobody has looked yet.'}
          </p>
        ) : (
          <div>
            <p role="status" className="text-lg font-semibold">
              {verdictOf(checks)}
            </p>
            <p className="quiet figures text-sm">
              {'Looked at '}
              <time dateTime={checkedAt}>{momentOf(checkedAt)}</time>
              {`, ${ageOf(checkedAt)}`}
            </p>
          </div>
        )}
        <Button
          look={checkedAt === null ? 'signal' : 'plain'}
          disabled={isRunning || step.pending}
          onClick={() => step.take(runStep)}
        >
          Run now
        </Button>
      </div>
      <StepNoteLine note={step.note} rowId={runStep} />
      {isRunning && <Progress run={run} />}
      {run?.state === 'failed' && <Broken run={run} />}
    </>
  );
}

function Progress({ run: { progress, looksAt } }: { run: DoctorRun }) {
  const title = 'The shop is being looked at';
  const { done, of } = progress;
  return (
    <Panel className="mb-6 p-4 sm:p-6">
      <h2 className="text-base font-semibold">{title}</h2>
      <progress aria-label={title} className="progress mt-4" max={of} value={done} />
      <p className="figures mt-1.5 text-sm">
        {looksAt === '' ? 'It begins in a moment.' : `Check ${Math.min(done + 1, of)} of ${of}`}
      </p>
      <p className="mt-1 min-h-12 text-sm sm:min-h-6">{looksAt}</p>
      <p className="quiet mt-3 max-w-2xl text-sm">
        Orders go on meanwhile. You may leave this page: the run goes on without it.
      </p>
    </Panel>
  );
}

function Broken({ run: { askedAt, failure } }: { run: DoctorRun }) {
  return (
    <Notice tone="bad" className="mb-6">
      <p className="font-semibold">A newer run has no result</p>
      <p>
        {'It was asked for on '}
        <time dateTime={askedAt}>{momentOf(askedAt)}</time>
        {`. ${failure}`}
      </p>
    </Notice>
  );
}

/** Begins a run, or does nothing while one is under way. */
export function beginRun(): Promise<StepOutcome> {
  return takeStep(() => call('runDoctor', {}), runStep, 'The run was not begun.');
}

function verdictOf(checks: DoctorReport['checks']): string {
  const broken = checks.filter(({ status }) => status === 'broken').length;
  const unknown = checks.filter(({ status }) => status === 'unknown').length;
  if (broken > 0)
    return `${broken} of ${checks.length} checks ${broken === 1 ? 'is' : 'are'} broken.`;
  return unknown > 0
    ? 'Nothing is broken, but not everything could be looked at.'
    : `All ${checks.length} checks hold.`;
}
