import { Field, Select } from '#web/ui/field.tsx';
import type { SettingErrors, Shown } from './save-settings.ts';

interface Props<Name extends 'contact' | 'saleBanner'> {
  start: Shown<Name>;
  errors: SettingErrors | undefined;
}

/** What the text fields of a block have in common: what is shown stands in them, and the error below. */
function textFields<Block extends object>(start: Block, errors: SettingErrors | undefined) {
  return (name: keyof Block & keyof SettingErrors, maxLength: number) => ({
    name,
    maxLength,
    autoComplete: 'off',
    defaultValue: String(start[name]),
    error: errors?.[name],
  });
}

/** How to reach the shop. */
export function ContactFields({ start, errors }: Props<'contact'>) {
  const field = textFields(start, errors);
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field {...field('email', 254)} label="E-mail" type="email" inputMode="email" required />
        <Field {...field('phone', 40)} label="Phone" type="tel" inputMode="tel" required />
      </div>
      <Field {...field('street', 160)} label="Address" required />
    </>
  );
}

/** The sale banner of the home page. */
export function SaleBannerFields({ start, errors }: Props<'saleBanner'>) {
  const field = textFields(start, errors);
  return (
    <>
      <Select
        label="On the home page"
        name="shown"
        defaultValue={start.shown ? 'yes' : 'no'}
        error={errors?.shown}
      >
        <option value="yes">Shown</option>
        <option value="no">Hidden</option>
      </Select>
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <Field
          {...field('offer', 20)}
          label="Offer"
          optional
          help="In large figures; it changes no price."
        />
        <Field {...field('title', 80)} label="Title" required />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <Field {...field('button', 30)} label="Button" required />
        <Field
          {...field('target', 300)}
          label="Where the button leads"
          inputMode="url"
          optional
          help="Such as /parts?category=braking. Without it the button does nothing."
        />
      </div>
    </>
  );
}
