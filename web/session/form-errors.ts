import * as z from 'zod/mini';
import { Email, line } from '#contract/fields.ts';
import { errors as refusals } from '#contract/errors.ts';
import { passwordMax } from '#contract/password-rules.ts';
import { limits, texts } from '#contract/texts.ts';
import { typedText } from '#web/ui/typed-text.ts';

/** A field of the sign-in forms. */
export type SignInField = 'name' | 'email' | 'password' | 'code';

/** The sentence beside each field that cannot be taken. */
export type FormErrors = Readonly<Partial<Record<SignInField, string>>>;

/** What somebody typed, as it is sent: the address trimmed and in lower case, the password untouched. */
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

/** What is wrong with the login form (Spec §5); undefined when nothing is. */
export function loginErrors(typed: Typed): FormErrors | undefined {
  return found({ email: emailError(typed.email), password: passwordError(typed.password) });
}

/** What is wrong with the registration form (Spec §5); undefined when nothing is. */
export function registerErrors(typed: Typed): FormErrors | undefined {
  return found({
    name: nameError(typed.name),
    email: emailError(typed.email),
    password: newPasswordError(typed.password),
  });
}

/** What is wrong with the form of a forgotten password (Spec §5); undefined when nothing is. */
export function resetRequestErrors(typed: Typed): FormErrors | undefined {
  return found({ email: emailError(typed.email) });
}

/** What is wrong with the form of a new password; undefined when nothing is. */
export function newPasswordErrors(typed: Typed): FormErrors | undefined {
  return found({ password: newPasswordError(typed.password) });
}

/** What is wrong with the form of a code; undefined when nothing is. */
export function codeErrors(code: string): FormErrors | undefined {
  return found({ code: codeError(code) });
}

function emailError(email: string): string | undefined {
  if (email === '') return texts.emailRequired;
  return z.safeParse(Email, email).success ? undefined : texts.emailInvalid;
}

function nameError(name: string): string | undefined {
  if (name === '') return texts.nameRequired;
  return z.safeParse(line(120), name).success
    ? undefined
    : 'Must be one line of at most 120 characters';
}

/** What is wrong with a password that somebody has; undefined when nothing is. */
export function passwordError(password: string): string | undefined {
  if (password === '') return texts.passwordRequired;
  return password.length > passwordMax ? refusals.password_too_long[1] : undefined;
}

/** What is wrong with a password that somebody chooses; undefined when nothing is. */
export function newPasswordError(password: string): string | undefined {
  return (
    passwordError(password) ??
    (password.length < limits.passwordMin ? texts.passwordTooShort : undefined)
  );
}

/** What is wrong with a typed code; undefined when nothing is. */
export function codeError(code: string): string | undefined {
  return code.trim() === '' ? 'Type the code' : undefined;
}

/** The sentences that are there; undefined when none is. */
export function found<Field extends string>(
  sentences: Readonly<Record<Field, string | undefined>>,
): Readonly<Partial<Record<Field, string>>> | undefined {
  const wrong = Object.entries(sentences).filter(([, sentence]) => sentence !== undefined);
  return wrong.length === 0
    ? undefined
    : (Object.fromEntries(wrong) as Partial<Record<Field, string>>);
}
