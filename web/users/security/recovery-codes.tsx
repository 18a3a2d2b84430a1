import { useEffect, useRef } from 'react';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';

/** The recovery codes, shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that led here is gone.
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  return (
    <div className="flex flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-base font-semibold">
        Keep your recovery codes
      </h3>
      <p>
        The second factor is on, and every other browser is signed out. Each of these codes lets you
        in once when you do not have your phone. They are not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="rounded-box bg-base-200 grid grid-cols-2 gap-x-6 gap-y-2 p-4 sm:max-w-md"
      >
        {codes.map((code) => (
          <li key={code}>
            <code className="figures font-semibold">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={text} what="the recovery codes" />
        <a
          className={buttonClass({ small: true })}
          download="underhood-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          Download
        </a>
      </div>
      <Button look="signal" className="self-start max-sm:w-full" onClick={onKept}>
        I have kept them
      </Button>
    </div>
  );
}
