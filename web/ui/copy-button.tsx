import { useState } from 'react';
import { Button } from './button.tsx';

/** Copies a text and says so beside the button, until there is another text to copy. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [outcome, setOutcome] = useState({ text, said: '' });
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome({ text, said: 'Copied.' });
    } catch {
      setOutcome({ text, said: 'Please select it and copy it by hand.' });
    }
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button small onClick={() => void copy()}>
        Copy
        <span className="sr-only">{` ${what}`}</span>
      </Button>
      <span role="status" className="quiet text-sm">
        {outcome.text === text && outcome.said}
      </span>
    </span>
  );
}
