import { Field, Select } from '#web/ui/field.tsx';
import type { SettingErrors, Shown } from './save-settings.ts';

interface Props<Name extends 'contact' | 'saleBanner'> {
  start: Shown<Name>;
  errors: SettingErrors | undefined;
}

/** How to reach the shop. */
export function ContactFields({ start, errors }: Props<'contact'>) {
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="E-mail"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
          required
          defaultValue={start.email}
          error={errors?.email}
        />
        <Field
          label="Phone"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={40}
          required
          defaultValue={start.phone}
          error={errors?.phone}
        />
      </div>
      <Field
        label="Address"
        name="street"
        autoComplete="off"
        maxLength={160}
        required
        defaultValue={start.street}
        error={errors?.street}
      />
    </>
  );
}

/** The sale banner of the home page. */
export function SaleBannerFields({ start, errors }: Props<'saleBanner'>) {
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
          label="Offer"
          name="offer"
          autoComplete="off"
          maxLength={20}
          optional
          defaultValue={start.offer}
          error={errors?.offer}
          help="In large figures; it changes no price."
        />
        <Field
          label="Title"
          name="title"
          autoComplete="off"
          maxLength={80}
          required
          defaultValue={start.title}
          error={errors?.title}
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <Field
          label="Button"
          name="button"
          autoComplete="off"
          maxLength={30}
          required
          defaultValue={start.button}
          error={errors?.button}
        />
        <Field
          label="Where the button leads"
          name="target"
          inputMode="url"
          autoComplete="off"
          maxLength={300}
          optional
          defaultValue={start.target}
          error={errors?.target}
          help="Such as /parts?category=brakes. Without it the button does nothing."
        />
      </div>
    </>
  );
}
