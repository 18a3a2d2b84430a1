import { useState, type ReactNode } from 'react';
import type { SettingName, ShopSettings } from '#contract/settings.ts';
import { FormEnd } from '#web/ui/form-end.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { focusHeadingIfLost } from '#web/ui/use-step.ts';
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
  const { start, seen, edit, back, outcome } = useSettingForms(name, setting.value);
  const hidden = (
    <>
      <input type="hidden" name="step" value={name} />
      <input type="hidden" name="seen" value={JSON.stringify(seen)} />
    </>
  );
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
        <FormEnd button="Save" pending={edit.pending} outcome={outcome} />
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
          <div>
            <Submit pending={back.pending} look="plain" className="px-8 max-sm:w-full">
              Back to the original text
            </Submit>
          </div>
        </back.Form>
      )}
    </div>
  );
}

/** The two forms of a block, which share what was seen and how the last press turned out: the way back goes with what it did. */
function useSettingForms<Name extends SettingName>(name: Name, value: Shown<Name>) {
  const [start, setStart] = useState({ is: value, time: 0 });
  const [seen, setSeen] = useState(start.is);
  const take = (is: Shown<Name>) => {
    setSeen(is);
    // The fields begin anew: they keep what is typed themselves.
    setStart(({ time }) => ({ is, time: time + 1 }));
  };
  const [last, setLast] = useState<SettingOutcome<Name>>();
  const after = (answer: SettingOutcome<Name>) => {
    setLast(answer);
    if (answer.kind === 'saved' && answer.is !== undefined) take(answer.is);
    if (answer.kind === 'changed') setSeen(answer.is);
  };
  const edit = useForm<SettingOutcome<Name>>({
    check: (form) => settingErrors(name, typedSetting(name, form)),
    after,
  });
  const back = useForm<SettingOutcome<Name>>({
    after(answer, form) {
      after(answer);
      // While it was sent the button was disabled, which took the focus from it.
      form?.querySelector<HTMLElement>('button[type="submit"]')?.focus();
      focusHeadingIfLost();
    },
  });
  const outcome = edit.pending || back.pending ? undefined : last;
  return { start, seen, edit, back, outcome };
}
