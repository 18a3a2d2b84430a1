import { useEffect, useRef, useState } from 'react';
import { limits } from '#contract/texts.ts';
import type { PasswordOwner } from '#contract/password-advice.ts';
import { Field } from '#web/ui/field.tsx';

/** A pause in typing, after which a password is looked at: advice at every letter would only disturb. */
const pauseMs = 400;

/**
 * Where a new password is typed, with advice when it is one that thieves try early. It refuses nothing. The list behind it is
 * loaded when somebody types; the password stays in the browser. Without an `owner`, name and address are those of the form.
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

/** What to say about what stands in the field now; nothing is an empty text. */
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
        email: email ?? typedIn(form, 'email'),
        name: name ?? typedIn(form, 'name'),
      });
      if (form.isConnected) setAdvice(text);
    };
    const later = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => void look(), pauseMs);
    };
    // The whole form: who changes the name or the address, or empties everything, changes what is to be said.
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
  // Advice that does not arrive is missed by nobody.
  const rules = await import('#contract/password-advice.ts').catch(() => undefined);
  const weakness = rules?.weaknessOf(password, owner);
  return rules === undefined || weakness === undefined ? '' : rules.passwordAdvice[weakness];
}

function typedIn(form: HTMLFormElement, name: string): string | undefined {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value : undefined;
}
