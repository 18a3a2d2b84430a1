import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { Field } from '#web/ui/field.tsx';
import { caretAfter, digitsOf, grouped, type CardFieldName } from './card-fields.ts';

interface GroupedFieldProps extends Omit<
  ComponentProps<typeof Field>,
  'value' | 'onChange' | 'ref'
> {
  kind: CardFieldName;
  digits: string;
  cardNumber: string;
  onDigits: (digits: string) => void;
}

/** A field that shows digits in groups and keeps the caret's position. */
export function GroupedField(props: GroupedFieldProps) {
  const { kind, digits, cardNumber, onDigits, ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  const shown = grouped(kind, digits);
  useLayoutEffect(() => {
    if (caret.current === undefined || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  return (
    <Field
      {...rest}
      ref={input}
      inputMode="numeric"
      spellCheck={false}
      autoCorrect="off"
      autoCapitalize="off"
      required
      value={shown}
      onChange={({ target }) => {
        const next = digitsOf(kind, target.value, cardNumber);
        const typedBefore = target.value
          .slice(0, target.selectionStart ?? target.value.length)
          .replaceAll(/\D/g, '').length;
        // A month like '7' becomes '07', which moves the caret by one.
        const added = Math.max(0, next.length - target.value.replaceAll(/\D/g, '').length);
        caret.current = caretAfter(typedBefore + added, grouped(kind, next));
        onDigits(next);
      }}
    />
  );
}
