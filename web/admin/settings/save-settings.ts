import * as z from 'zod/mini';
import {
  Contact,
  SaleBanner,
  ShownContact,
  type SettingName,
  type ShopSettings,
} from '#contract/settings.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { failureOf } from '#web/ui/take-step.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import type { FieldErrors } from '#web/ui/use-form.ts';

/** What is shown of a block. */
export type Shown<Name extends SettingName> = ShopSettings[Name]['value'];

export type SettingErrors = FieldErrors<keyof Shown<'contact'> | keyof Shown<'saleBanner'>>;

/** How saving a block turned out; `is` is what the shop shows now, undefined where it cannot be said. */
export type SettingOutcome<Name extends SettingName> =
  | { readonly kind: 'saved'; readonly is: Shown<Name> | undefined; readonly sentence: string }
  | { readonly kind: 'changed'; readonly is: Shown<Name>; readonly sentence: string }
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'invalid'; readonly errors: SettingErrors };

const sentences: Required<Record<keyof SettingErrors, string>> = {
  email: 'Must be an e-mail address.',
  phone: 'Must be a phone number of at most 40 characters: digits, spaces and + ( ) - . /',
  street: 'Must be one line of at most 160 characters.',
  shown: 'Choose one of the two.',
  offer: 'Must be one line of at most 20 characters.',
  title: 'Must be one line of at most 80 characters.',
  button: 'Must be one line of at most 30 characters.',
  target: 'Must begin with / for a page of this shop, or with https://',
};

const shapes = { contact: Contact, saleBanner: SaleBanner } as const;

/** What stands in the form of a block. */
export function typedSetting(name: SettingName, form: FormData): Record<string, unknown> {
  const text = (field: string) => typedText(form, field).trim();
  return name === 'contact'
    ? { email: text('email'), phone: text('phone'), street: text('street') }
    : {
        shown: text('shown') === 'yes',
        offer: text('offer'),
        title: text('title'),
        button: text('button'),
        target: text('target'),
      };
}

/** What is wrong with it; undefined when nothing is. */
export function settingErrors(name: SettingName, typed: unknown): SettingErrors | undefined {
  const parsed = z.safeParse(shapes[name], typed);
  if (parsed.success) return undefined;
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
  return Object.fromEntries(Object.entries(sentences).filter(([field]) => wrong.has(field)));
}

/** Saves the block that the form is of, or brings its original back; undefined for the forms of others. */
export async function saveSettings(form: FormData) {
  const seen: unknown = JSON.parse(typedText(form, 'seen'));
  const isBack = form.get('back') === 'yes';
  if (form.get('step') === 'contact') {
    const value = isBack ? null : z.parse(Contact, typedSetting('contact', form));
    const body = { seen: z.parse(ShownContact, seen), value };
    return outcomeOf('contact', value ?? undefined, () => call('saveContact', { body }));
  }
  const value = isBack ? null : z.parse(SaleBanner, typedSetting('saleBanner', form));
  const body = { seen: z.parse(SaleBanner, seen), value };
  return outcomeOf('saleBanner', value ?? undefined, () => call('saveSaleBanner', { body }));
}

async function outcomeOf<Name extends SettingName>(
  name: Name,
  sent: Shown<Name> | undefined,
  save: () => Promise<unknown>,
): Promise<SettingOutcome<Name>> {
  try {
    await save();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'settings_changed')
      return {
        kind: 'changed',
        is: error.body['is'] as Shown<Name>,
        sentence:
          'Not saved: somebody else changed it meanwhile. Below is what is shown now; save again to replace it with yours.',
      };
    return { kind: 'failed', sentence: failureOf(error, 'Not saved.') };
  }
  toastSuccess('Shop settings saved.');
  const is = (await shownNow(name)) ?? sent;
  const sentence = 'Saved. Pages show it from now on.';
  return is === undefined
    ? { kind: 'saved', is, sentence: `${sentence} Load this page again to see the original text.` }
    : { kind: 'saved', is, sentence };
}

/** What the shop shows; undefined when it does not answer: what is saved is saved all the same. */
async function shownNow<Name extends SettingName>(name: Name): Promise<Shown<Name> | undefined> {
  try {
    return (await call('getSettings', {}))[name].value;
  } catch {
    return undefined;
  }
}
