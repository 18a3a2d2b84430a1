import * as z from 'zod/mini';
import { errors } from '#contract/errors.ts';
import { centsOf, maxChargeCents, minChargeCents } from '#contract/money.ts';
import { ruleFault } from '#contract/order-rules.ts';
import { mostOfAPart } from '#contract/part-list-rules.ts';
import { eachVehicleOnce, Fitment } from '#contract/part-lists.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import { lateVehicles } from './late-vehicles.ts';
import type { PartState, StoredPart } from './part-state.ts';
import type { Known } from './settle-part.ts';
import type { Fault } from './wanted-part.ts';

const Fitments = z.array(Fitment).check(eachVehicleOnce);

/** What the form would refuse of the part as a whole. */
export function faultsOf(state: PartState, part: StoredPart | undefined, known: Known): Fault[] {
  const faults: Fault[] = [];
  const { numbers, pictures, fitments } = mostOfAPart;
  const cents = centsOf(state.price) * state.orderQuantity;
  if (cents < minChargeCents || cents > maxChargeCents)
    faults.push({
      field: 'price',
      value: String(state.price),
      reason: 'Price times minimum order must be between $0.50 and $999999.99.',
    });
  const [rule, contradiction] = ruleFault(state) ?? [];
  if (rule) faults.push({ field: rule, reason: contradiction ?? '' });
  const shown = new Set([part?.state.image, ...(part?.state.pictures ?? []).map((p) => p.image)]);
  for (const image of [state.image, ...state.pictures.map((picture) => picture.image)])
    if (!shown.has(image) && !known.images.has(image))
      faults.push({
        field: image === state.image ? 'image' : 'picture',
        value: image,
        reason: errors.image_unknown[1],
      });
  if (state.numbers.length > numbers)
    faults.push({ field: 'number', reason: `Must be at most ${numbers} numbers.` });
  if (state.pictures.length > pictures)
    faults.push({ field: 'picture', reason: `Must be at most ${pictures} pictures.` });
  if (state.fitments.length > fitments)
    faults.push({ field: 'make', reason: `Must be at most ${fitments} vehicles.` });
  const vehicles = z.safeParse(Fitments, state.fitments);
  if (!vehicles.success)
    faults.push({ field: 'make', reason: vehicles.error.issues[0]?.message ?? '' });
  faults.push(
    ...lateVehicles(state, part, known.latestYear),
    ...takenNumbers(state, part?.id, known),
  );
  return faults;
}

/** Numbers of a part that another one has. */
export function takenNumbers(state: PartState, id: string | undefined, known: Known): Fault[] {
  const reason = errors.number_taken[1];
  const owner = state.partNumber && known.byOwn.get(partNumberKey(state.partNumber));
  const own = owner && owner !== id ? [{ field: 'partNumber' as const, reason }] : [];
  const barcodes = state.numbers.filter(({ kind, number }) => {
    const bearer = kind === 'barcode' && known.byBarcode.get(partNumberKey(number));
    return bearer && bearer !== id;
  });
  return [
    ...own,
    ...barcodes.map(({ number }) => ({ field: 'barcode' as const, value: number, reason })),
  ];
}
