import { useState, type ReactNode } from 'react';
import type { SettingName, ShopSettings } from '#contract/settings.ts';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useForm } from '#web/ui/use-form.ts';
import {
  settingErrors,
  typedSetting,
  type SettingErrors,
  type SettingOutcome,
  type Shown,
} from './save-settings.ts';

interface FieldsProps<Name extends SettingName> {
  start: Shown<Name>;
  errors: SettingErrors | undefined;
}

/**
 * The form of a block, with the way back to its original. What is saved is compared with what its editor saw: when somebody else was
 * faster, that is shown, and the next press replaces it.
 */
export function SettingForm<Name extends SettingName>(props: {
  name: Name;
  setting: ShopSettings[Name];
  fields: (props: FieldsProps<Name>) => ReactNode;
  inWords: (shown: Shown<Name>) => string;
}) {
  const { name, setting, fields: Fields, inWords } = props;
  const [start, setStart] = useState({ is: setting.value as Shown<Name>, time: 0 });
  const [seen, setSeen] = useState(start.is);
  const take = (is: Shown<Name>) => {
    setSeen(is);
    // The fields begin anew: they keep what is typed themselves.
    setStart(({ time }) => ({ is, time: time + 1 }));
  };
  const after = (answer: SettingOutcome<Name>) => {
    if (answer.kind === 'saved' && answer.is !== undefined) take(answer.is);
    if (answer.kind === 'changed') setSeen(answer.is);
  };
  const edit = useForm<SettingOutcome<Name>>({
    check: (form) => settingErrors(name, typedSetting(name, form)),
    after,
  });
  const back = useForm<SettingOutcome<Name>>({ after });
  const hidden = (
    <>
      <input type="hidden" name="step" value={name} />
      <input type="hidden" name="seen" value={JSON.stringify(seen)} />
    </>
  );
  const outcome = edit.outcome ?? back.outcome;
  return (
    <div className="flex flex-col gap-5">
      <edit.Form {...edit.attributes} className="flex flex-col gap-4">
        {hidden}
        <Fields key={start.time} start={start.is} errors={edit.errors} />
        {outcome?.kind === 'changed' && (
          <p className="bg-base-200 rounded-field px-4 py-3 [overflow-wrap:anywhere]">
            {`Shown now: ${inWords(seen)}`}
          </p>
        )}
        <FormEnd button="Save" pending={edit.pending} outcome={edit.outcome} />
      </edit.Form>
      {setting.isOriginal ? (
        <p className="quiet text-sm">This is the original text.</p>
      ) : (
        <back.Form
          {...back.attributes}
          className="border-base-300 flex flex-col gap-3 border-t pt-4"
        >
          {hidden}
          <input type="hidden" name="back" value="yes" />
          <p className="quiet text-sm [overflow-wrap:anywhere]">
            {`Original: ${inWords(setting.original)}`}
          </p>
          <FormEnd
            button="Back to the original text"
            look="plain"
            pending={back.pending}
            outcome={back.outcome}
          />
        </back.Form>
      )}
    </div>
  );
}
