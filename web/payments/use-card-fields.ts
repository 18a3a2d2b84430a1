import { useState, type FocusEvent } from 'react';
import { cardFaults, type CardDigits, type CardFaults, type CardFieldName } from './card-fields.ts';

const order: readonly CardFieldName[] = ['number', 'expiry', 'cvc'];

/** The values and errors of the card form: checked when a field is left and when the form is sent. */
export function useCardFields(readOnly: boolean) {
  const [card, setCard] = useState<CardDigits>({ number: '', expiry: '', cvc: '' });
  const [faults, setFaults] = useState<CardFaults>({});

  return {
    card,
    field: (kind: CardFieldName) => ({
      kind,
      name: `card-${kind}`,
      digits: card[kind],
      cardNumber: card.number,
      error: faults[kind]?.message,
      readOnly,
      onDigits: (digits: string) => {
        setCard((before) => ({ ...before, [kind]: digits }));
        setFaults((before) => ({ ...before, [kind]: undefined }));
      },
      onBlur: ({ relatedTarget }: FocusEvent) => {
        // Not when Pay is pressed, which checks everything itself: an error that appears then would move the button away.
        const sending =
          relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit';
        if (!sending && card[kind] !== '')
          setFaults((before) => ({ ...before, [kind]: cardFaults(card, new Date())[kind] }));
      },
    }),
    fill: (number: string) => {
      setCard({ number, expiry: `12${String(new Date().getFullYear() + 3).slice(2)}`, cvc: '123' });
      setFaults({});
    },
    /** Shows all errors and returns the first. */
    firstFault: () => {
      const wrong = cardFaults(card, new Date());
      setFaults(wrong);
      const kind = order.find((one) => wrong[one] !== undefined);
      const fault = kind && wrong[kind];
      return kind && fault ? { name: `card-${kind}`, ...fault } : undefined;
    },
  };
}
