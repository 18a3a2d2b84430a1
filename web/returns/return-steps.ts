import { maxImageBytes } from '#contract/image-rules.ts';
import { isReturnReason, returnLimits, type ReturnReason } from '#contract/return-rules.ts';
import type { TriedVehicle } from '#contract/fit-votes.ts';
import { call } from '#web/api/call.ts';
import { fileFault } from '#web/ui/file-faults.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { takeStep } from '#web/ui/take-step.ts';
import { toastError, toastSuccess } from '#web/ui/toasts.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import type { FieldErrors } from '#web/ui/use-form.ts';
import { typedVehicle, type VehicleErrors, type VehicleField } from '#web/vehicle/tried-vehicle.ts';

/** A return as typed. */
export interface TypedReturn {
  readonly reason: ReturnReason | undefined;
  readonly quantity: string;
  readonly tried?: TriedVehicle | undefined;
  readonly vehicleErrors?: VehicleErrors | undefined;
  readonly note: string;
  readonly pictures: readonly File[];
}

/** The outcome of 'Ask for the return'. */
export type ReturnOutcome =
  | StepOutcome
  | { readonly kind: 'invalid'; readonly errors: ReturnErrors };

type ReturnErrors = FieldErrors<'reason' | 'quantity' | 'note' | 'pictures' | VehicleField>;

/** The form's values. */
export function typedReturn(form: FormData): TypedReturn {
  const reason = typedText(form, 'reason');
  const typed = reason === 'does-not-fit' ? typedVehicle(form) : undefined;
  return {
    reason: isReturnReason(reason) ? reason : undefined,
    quantity: typedText(form, 'quantity').trim(),
    ...(typed && ('errors' in typed ? { vehicleErrors: typed.errors } : { tried: typed.vehicle })),
    note: typedText(form, 'note').trim(),
    pictures: picturesIn(form),
  };
}

/** The chosen files; a field without one sends an empty file. */
export function picturesIn(form: FormData): File[] {
  return form.getAll('pictures').filter((file) => file instanceof File && file.size > 0) as File[];
}

/** The errors of a return when so many pieces can be returned; undefined when there are none. */
export function returnErrors(
  { reason, quantity, vehicleErrors, note, pictures }: TypedReturn,
  returnable: number,
): ReturnErrors | undefined {
  const errors: { -readonly [K in keyof ReturnErrors]?: string } = { ...vehicleErrors };
  if (reason === undefined) errors.reason = 'Reason is required';
  if (!/^\d{1,9}$/.test(quantity) || Number(quantity) === 0)
    errors.quantity = 'Must be a whole number of pieces';
  else if (Number(quantity) > returnable) errors.quantity = `At most ${returnable} can be returned`;
  if (note.length > returnLimits.noteLength)
    errors.note = `Must be at most ${returnLimits.noteLength} characters long`;
  const wrong = pictureError(pictures, returnLimits.pictures);
  if (wrong !== undefined) errors.pictures = wrong;
  return Object.keys(errors).length === 0 ? undefined : errors;
}

/** Why these pictures cannot be added; undefined when they can. */
export function pictureError(pictures: readonly File[], most: number): string | undefined {
  if (pictures.length > most) return `At most ${most} pictures`;
  if (pictures.some(({ size }) => size > maxImageBytes)) return 'A picture is larger than 8 MB';
  return undefined;
}

/** Asks for a return, then adds its pictures; one that is refused can be added again on the page. */
export async function askReturn(
  orderId: string,
  { reason, quantity, note, tried, pictures }: TypedReturn,
  idempotencyKey: string,
): Promise<StepOutcome> {
  if (reason === undefined) throw new Error('The form is checked before it is sent.');
  const body = { reason, quantity: Number(quantity), note, ...(tried && { tried }) };
  let returnId = '';
  const ask = async () => {
    const input = { params: { id: orderId }, body };
    returnId = (await call('askReturn', input, { idempotencyKey })).insertedId;
  };
  const outcome = await takeStep(ask, orderId, 'Not asked.');
  if (outcome.kind !== 'done') return outcome;
  toastSuccess('Your return is asked for');
  const refused = await sendPictures(returnId, pictures);
  if (refused !== undefined) toastError(refused);
  return outcome;
}

/** Adds pictures to a return. */
export async function addPictures(
  returnId: string,
  pictures: readonly File[],
): Promise<StepOutcome> {
  if (pictures.length === 0)
    return { kind: 'refused', rowId: returnId, sentence: 'No picture is chosen.' };
  const refused = await sendPictures(returnId, pictures);
  if (refused !== undefined) return { kind: 'refused', rowId: returnId, sentence: refused };
  toastSuccess(pictures.length === 1 ? 'Picture added' : `${pictures.length} pictures added`);
  return { kind: 'done' };
}

/** Why some were not added; undefined when all were. */
async function sendPictures(id: string, pictures: readonly File[]): Promise<string | undefined> {
  const refused: string[] = [];
  for (const file of pictures)
    try {
      const body = new Uint8Array(await file.arrayBuffer());
      await call('addReturnPicture', { params: { id }, body });
    } catch (error) {
      refused.push(`${file.name} was not added. ${fileFault(error)}`);
    }
  return refused.length === 0 ? undefined : refused.join(' ');
}

/** Takes a return back. */
export async function withdrawReturn(id: string): Promise<StepOutcome> {
  const withdraw = () => call('withdrawReturn', { params: { id } });
  const outcome = await takeStep(withdraw, id, 'Not withdrawn.');
  if (outcome.kind === 'done') toastSuccess('The return is withdrawn');
  return outcome;
}
