import { useState } from 'react';
import { Button } from './button.tsx';

/** Copies a text and says so beside the button. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [outcome, setOutcome] = useState('');
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Copied.');
    } catch {
      setOutcome('Please select it and copy it by hand.');
    }
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button small onClick={() => void copy()}>
        Copy
        <span className="sr-only">{` ${what}`}</span>
      </Button>
      <span role="status" className="quiet text-sm">
        {outcome}
      </span>
    </span>
  );
}
