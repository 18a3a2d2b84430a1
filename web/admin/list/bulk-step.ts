import { call } from '#web/api/call.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { takeStep } from '#web/ui/take-step.ts';

/** The list as a whole, where a note stands beside a row. */
const wholeList = 'many';

/** `useStep(bulkFields('…'))`: what the page's action is sent. */
export const bulkFields = (step: string) => (rows: readonly { readonly _id: string }[]) => ({
  step,
  ids: rows.map(({ _id }) => _id).join(','),
});

/** Takes a step on many rows and answers how it went for each. */
export async function takeBulkStep(
  name: 'shipOrders' | 'archiveParts',
  form: FormData,
  notDone: string,
): Promise<StepOutcome> {
  const ids = String(form.get('ids')).split(',');
  let results: Awaited<ReturnType<typeof call<typeof name>>>['results'] = [];
  const outcome = await takeStep(
    async () => ({ results } = await call(name, { body: { ids } })),
    wholeList,
    notDone,
  );
  return outcome.kind === 'done' ? { ...outcome, results } : outcome;
}
