import { useEffect, useRef, useState } from 'react';
import { limits } from '#contract/texts.ts';
import type { PasswordOwner } from '#contract/password-advice.ts';
import { Field } from '#web/ui/field.tsx';

/** The password is checked after this pause in typing. */
const pauseMs = 400;

/**
 * The field of a new password, with advice when it is easily guessed; it refuses nothing. The check runs in the browser; its
 * list is loaded when somebody types. Without an `owner`, the form's name and address are used.
 */
export function NewPasswordField(props: {
  label: string;
  owner?: PasswordOwner;
  error: string | undefined;
}) {
  const { field, advice } = useAdvice(props.owner);
  return (
    <Field
      ref={field}
      label={props.label}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      error={props.error}
      help={`At least ${limits.passwordMin} characters.`}
      advice={props.error === undefined ? advice : ''}
    />
  );
}

/** The advice about what is typed now; empty when there is none. */
function useAdvice(owner: PasswordOwner | undefined) {
  const field = useRef<HTMLInputElement>(null);
  const [advice, setAdvice] = useState('');
  const [email, name] = [owner?.email, owner?.name];
  useEffect(() => {
    const form = field.current?.form;
    if (!form) return undefined;
    let timer = 0;
    const look = async () => {
      const text = await adviceFor(field.current?.value ?? '', {
        email: email ?? valueIn(form, 'email'),
        name: name ?? valueIn(form, 'name'),
      });
      if (form.isConnected) setAdvice(text);
    };
    const later = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => void look(), pauseMs);
    };
    // On the whole form: the advice also depends on name and address, and is cleared by a reset.
    for (const event of ['input', 'reset']) form.addEventListener(event, later);
    later();
    return () => {
      clearTimeout(timer);
      for (const event of ['input', 'reset']) form.removeEventListener(event, later);
    };
  }, [email, name]);
  return { field, advice };
}

async function adviceFor(password: string, owner: PasswordOwner): Promise<string> {
  if (password.length < limits.passwordMin) return '';
  // When the list cannot be loaded there is no advice.
  const rules = await import('#contract/password-advice.ts').catch(() => undefined);
  const weakness = rules?.weaknessOf(password, owner);
  return rules === undefined || weakness === undefined ? '' : rules.passwordAdvice[weakness];
}

function valueIn(form: HTMLFormElement, name: string): string | undefined {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value : undefined;
}
