import { passwordMax, passwordTooLong } from '#contract/password-rules.ts';
import { isEmail, isLine } from '#contract/text-rules.ts';
import { limits, texts } from '#contract/texts.ts';
import { typedText } from '#web/ui/typed-text.ts';
import type { FieldErrors } from '#web/ui/use-form.ts';

/** A field of the sign-in forms. */
export type SignInField = 'name' | 'email' | 'password' | 'code';

export type FormErrors = FieldErrors<SignInField>;

/** The form's values as they are sent: the address trimmed and in lower case, the password unchanged. */
export interface Typed {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** The fields of a form; a missing one is empty. */
export function typedIn(form: FormData): Typed {
  const text = (field: keyof Typed) => typedText(form, field);
  return {
    name: text('name').trim(),
    email: text('email').trim().toLowerCase(),
    password: text('password'),
  };
}

/** The errors of each form (Spec §5); undefined when there are none. */
export const formErrors = {
  login: ({ email, password }: Typed) =>
    errorsIn({ email: emailError(email), password: passwordError(password) }),
  register: ({ name, email, password }: Typed) =>
    errorsIn({
      name: nameError(name),
      email: emailError(email),
      password: newPasswordError(password),
    }),
  resetRequest: ({ email }: Typed) => errorsIn({ email: emailError(email) }),
  newPassword: ({ password }: Typed) => errorsIn({ password: newPasswordError(password) }),
  code: (code: string) => errorsIn({ code: codeError(code) }),
};

function emailError(email: string): string | undefined {
  if (email === '') return texts.emailRequired;
  return isEmail(email) ? undefined : texts.emailInvalid;
}

function nameError(name: string): string | undefined {
  if (name === '') return texts.nameRequired;
  return isLine(name, 120) ? undefined : 'Must be one line of at most 120 characters';
}

/** The error of a current password, if any. */
export function passwordError(password: string): string | undefined {
  if (password === '') return texts.passwordRequired;
  return password.length > passwordMax ? passwordTooLong : undefined;
}

/** The error of a new password, if any. */
export function newPasswordError(password: string): string | undefined {
  return (
    passwordError(password) ??
    (password.length < limits.passwordMin ? texts.passwordTooShort : undefined)
  );
}

/** The error of a typed code, if any. */
export function codeError(code: string): string | undefined {
  return code.trim() === '' ? 'Type the code' : undefined;
}

/** The invalid fields with their error texts; undefined when there are none. */
export function errorsIn<Field extends string>(
  sentences: Readonly<Record<Field, string | undefined>>,
): FieldErrors<Field> | undefined {
  const wrong = Object.entries(sentences).filter(([, sentence]) => sentence !== undefined);
  return wrong.length === 0 ? undefined : (Object.fromEntries(wrong) as FieldErrors<Field>);
}
