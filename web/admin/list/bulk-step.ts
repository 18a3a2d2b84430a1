import { call } from '#web/api/call.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { takeStep } from '#web/ui/take-step.ts';

/** The list as a whole, where a note stands beside a row. */
const wholeList = 'many';

/**
 * `useStep(bulkFields('…', bulk.can))`: what the page's action is sent. Only the rows that the dialog asks about: it says that the others
 * stay as they are, also when the step could be taken on them by the time of the answer.
 */
export const bulkFields =
  <Row extends { readonly _id: string }>(step: string, can: (row: Row) => boolean = () => true) =>
  (rows: readonly Row[]) => ({
    step,
    ids: rows
      .filter(can)
      .map(({ _id }) => _id)
      .join(','),
  });

/** The ids that `bulkFields` wrote. */
export const idsIn = (form: FormData): string[] => String(form.get('ids')).split(',');

/** Takes a step on many rows and answers how it went for each. */
export async function takeBulkStep(
  name: 'shipOrders' | 'archiveParts',
  form: FormData,
  notDone: string,
): Promise<StepOutcome> {
  const ids = idsIn(form);
  let results: Awaited<ReturnType<typeof call<typeof name>>>['results'] = [];
  const outcome = await takeStep(
    async () => ({ results } = await call(name, { body: { ids } })),
    wholeList,
    notDone,
  );
  return outcome.kind === 'done' ? { ...outcome, results } : outcome;
}
