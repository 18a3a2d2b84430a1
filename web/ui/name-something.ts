import { ApiError } from '#web/api/api-error.ts';
import { typedText } from './typed-text.ts';

/** How giving something a name turned out. */
export type NamingOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'invalid'; readonly errors: { readonly name?: string } };

/** Sends the id and the typed name of a `NameDialog`; what the shop refuses is said beside the name. */
export async function nameSomething(
  form: FormData,
  send: (named: { params: { id: string }; body: { name: string } }) => Promise<unknown>,
): Promise<NamingOutcome> {
  const [id, name] = [typedText(form, 'id'), typedText(form, 'name')];
  try {
    await send({ params: { id }, body: { name } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'invalid', errors: { name: error.message } };
  }
  return { kind: 'done' };
}
