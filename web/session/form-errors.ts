import * as z from 'zod/mini';
import { Email, line } from '#contract/fields.ts';
import { passwordMax, passwordTooLong } from '#contract/identity.ts';
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
  return found({ code: code.trim() === '' ? 'Type the code' : undefined });
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

function passwordError(password: string): string | undefined {
  if (password === '') return texts.passwordRequired;
  return password.length > passwordMax ? passwordTooLong : undefined;
}

function newPasswordError(password: string): string | undefined {
  return (
    passwordError(password) ??
    (password.length < limits.passwordMin ? texts.passwordTooShort : undefined)
  );
}

function found(errors: Record<string, string | undefined>): FormErrors | undefined {
  const wrong = Object.entries(errors).filter(([, sentence]) => sentence !== undefined);
  return wrong.length === 0 ? undefined : Object.fromEntries(wrong);
}
