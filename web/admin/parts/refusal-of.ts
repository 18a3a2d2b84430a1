import { partNumberKey } from '#contract/part-rules.ts';
import { ApiError } from '#web/api/api-error.ts';
import { failureOf } from '#web/ui/take-step.ts';
import { issuesBeside, type PartErrors, type TypedPart } from './part-form.ts';
import { rowsOf } from './typed-lists.ts';

/** Another part that has the number which is typed. */
export interface NumberOwner {
  readonly _id: string;
  readonly name: string;
}

/** A no of the shop: beside the fields where it names them. */
export type Refusal =
  | {
      readonly kind: 'invalid';
      readonly errors: PartErrors;
      readonly owner?: NumberOwner | undefined;
    }
  | { readonly kind: 'failed'; readonly sentence: string };

/** What the shop refused. Rethrows what is no refusal. */
export function refusalOf(error: unknown, typed: TypedPart, notDone: string): Refusal {
  if (!(error instanceof ApiError)) throw error;
  const place = placeOf(error, typed);
  const errors = place ? { [place]: error.message } : issuesBeside(error.body['issues']);
  if (Object.keys(errors).length === 0)
    return { kind: 'failed', sentence: failureOf(error, notDone) };
  const owner = error.code === 'number_taken' ? (error.body['part'] as NumberOwner) : undefined;
  return { kind: 'invalid', errors, owner };
}

/** The field that a refusal is about. */
function placeOf({ code, body }: ApiError, typed: TypedPart): keyof PartErrors | undefined {
  switch (code) {
    case 'type_unknown':
      return 'type';
    case 'category_unknown':
      return 'category';
    case 'attribute_unknown':
      return `attributes.${String(body['attribute'])}`;
    case 'replacement_unknown':
    case 'replacement_loops':
    case 'replacement_too_long':
      return 'replacedBy';
    case 'image_unknown':
      return pictureAt(typed, body['image']);
    case 'number_taken':
      return numberAt(typed, body['number']);
    default:
      return undefined;
  }
}

function pictureAt(typed: TypedPart, image: unknown): keyof PartErrors {
  const further = rowsOf(typed.pictures).find((row) => row['image'] === image);
  return further === undefined || typed.image === image ? 'image' : `pictures.${further.row}.alt`;
}

/** Without the number somebody else took it at the same moment: the own one, as barcodes are rarely typed. */
function numberAt(typed: TypedPart, number: unknown): keyof PartErrors {
  const key = partNumberKey(String(number));
  const barcode = rowsOf(typed.numbers).find(
    (row) => row['kind'] === 'barcode' && partNumberKey(row['number'] ?? '') === key,
  );
  const own = partNumberKey(typed.partNumber ?? '') === key;
  return barcode === undefined || own ? 'partNumber' : `numbers.${barcode.row}.number`;
}
