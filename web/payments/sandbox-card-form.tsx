import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Billing, CardFormProps, Confirmation } from './card-provider.ts';
import { GroupedField } from './grouped-field.tsx';
import { answerQuestion, confirmCard, type Sandbox } from './sandbox-provider.ts';
import { TestCards } from './test-cards.tsx';
import { ThreeDSecureDialog } from './three-d-secure-dialog.tsx';
import { useCardFields } from './use-card-fields.ts';

type Answer = 'succeeded' | 'failed';

/** The card form of the sandbox (Spec §2: Payment page): one line for the number, expiry and security code beside each other. */
export function SandboxCardForm(props: CardFormProps & { sandbox: Sandbox }) {
  const { sandbox, payer, onReady, readOnly } = props;
  const box = useRef<HTMLFieldSetElement>(null);
  const { card, field, fill, firstFault } = useCardFields(readOnly);
  const [answer, setAnswer] = useState<(answer: Answer) => void>();

  useEffect(() => {
    onReady(true);
    return () => onReady(false);
  }, [onReady]);

  useImperativeHandle(payer, () => ({
    confirm: async (clientSecret: string, billing: Billing): Promise<Confirmation> => {
      const fault = firstFault();
      if (fault) {
        box.current?.querySelector<HTMLElement>(`[name="${fault.name}"]`)?.focus();
        return { ok: false, code: fault.code, message: fault.message, besideField: true };
      }
      const result = await confirmCard({ ...sandbox, clientSecret }, card, billing);
      if (result.ok !== undefined) return result;
      const outcome = await new Promise<Answer>((resolve) => setAnswer(() => resolve));
      setAnswer(undefined);
      return answerQuestion({ ...sandbox, clientSecret }, outcome);
    },
  }));

  return (
    <fieldset ref={box} className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 text-base font-semibold">Card</legend>
      <TestCards disabled={readOnly} onUse={fill} />
      <GroupedField
        {...field('number')}
        label="Card number"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
      />
      <div className="grid grid-cols-2 gap-4">
        <GroupedField
          {...field('expiry')}
          label="Expiry"
          autoComplete="cc-exp"
          placeholder="MM / YY"
        />
        <GroupedField
          {...field('cvc')}
          label="Security code"
          autoComplete="cc-csc"
          placeholder="CVC"
        />
      </div>
      <ThreeDSecureDialog open={answer !== undefined} onAnswer={(outcome) => answer?.(outcome)} />
    </fieldset>
  );
}
