import { asStored, isLine, isText } from '#contract/text-rules.ts';
import { texts } from '#contract/texts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import type { FieldErrors } from '#web/ui/use-form.ts';
import { failureOf } from '#web/ui/take-step.ts';

/** The fields a customer edits (Spec §2: My Profile). */
export type ProfileField = 'phone' | 'address' | 'education' | 'linkedin';

/** The outcome of 'Update Profile'. */
export type ProfileOutcome =
  | { readonly kind: 'updated' | 'failed'; readonly sentence: string }
  | { readonly kind: 'invalid'; readonly errors: FieldErrors<ProfileField> };

/** What is wrong with the fields; undefined when nothing is. */
export function profileErrors(
  fields: Readonly<Record<ProfileField, string>>,
): FieldErrors<ProfileField> | undefined {
  const wrong = Object.entries(rules).filter(
    ([field, [fits]]) => !fits(fields[field as ProfileField]),
  );
  if (wrong.length === 0) return undefined;
  return Object.fromEntries(wrong.map(([field, [, sentence]]) => [field, sentence]));
}

/** An http or https address, or nothing. */
function isWebAddress(value: string): boolean {
  return value === '' || (/^https?:\/\//i.test(value) && URL.canParse(value));
}

const longText = 'Must be plain text of at most 500 characters.';

/** What a field may hold, and the sentence where it holds something else. */
const rules: Record<ProfileField, readonly [fits: (value: string) => boolean, sentence: string]> = {
  phone: [(value) => isLine(value, 40, 0), 'Must be one line of at most 40 characters.'],
  address: [(value) => isText(value, 500, 0), longText],
  education: [(value) => isText(value, 500, 0), longText],
  linkedin: [
    (value) => isLine(value, 300, 0) && isWebAddress(asStored(value)),
    'Must be an address that begins with https:// or http://',
  ],
};

/** The form's values. */
export function typedProfile(form: FormData): Record<ProfileField, string> {
  return {
    phone: typedText(form, 'phone'),
    address: typedText(form, 'address'),
    education: typedText(form, 'education'),
    linkedin: typedText(form, 'linkedin').trim(),
  };
}

/** Stores the profile. A failure shows no toast (Spec §8) but a line beside the button; the form stays filled. */
export async function updateProfile(form: FormData): Promise<ProfileOutcome> {
  const email = typedText(form, 'email');
  try {
    // Name and e-mail travel as Spec §7 has it.
    const body = { name: typedText(form, 'name'), email, ...typedProfile(form) };
    await call('putUser', { params: { email }, body });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'failed', sentence: failureOf(error, 'Your profile was not saved.') };
  }
  toastSuccess(texts.profileUpdated);
  return { kind: 'updated', sentence: 'Your profile is saved.' };
}
