import type { VinAnswer } from '#contract/vin-calls.ts';
import { call } from '#web/api/call.ts';

export type AskedVin =
  | { readonly kind: 'answered'; readonly answer: VinAnswer }
  | { readonly kind: 'refused'; readonly message: string };

/** Posts a VIN. Nothing when the signal has ended it: then somebody asks about another one, and what comes would be told of that. */
export async function askVin(vin: string, signal: AbortSignal): Promise<AskedVin | undefined> {
  const asked = await call('decodeVin', { body: { vin } }, { signal }).then(
    (answer): AskedVin => ({ kind: 'answered', answer }),
    (error: unknown): AskedVin => ({
      kind: 'refused',
      message: error instanceof Error ? error.message : String(error),
    }),
  );
  return signal.aborted ? undefined : asked;
}
