import { call } from '#web/api/call.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { takeStep } from '#web/ui/take-step.ts';

export function deleteList(id: string): Promise<StepOutcome> {
  return takeStep(() => call('deleteSavedList', { params: { id } }), id, 'Not deleted.');
}
