import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Part } from '#contract/parts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { arrived } from '#web/api/call.ts';
import { paths } from '#web/paths.ts';
import { useSession } from '#web/session/session.ts';
import { Button, ButtonLink, type ButtonLook } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { askWhenBack, forgetWhenBack, useOwnAlerts } from './own-alerts.ts';

type NamedPart = Pick<Part, '_id' | 'name' | 'partNumber'>;

/**
 * 'Tell me when back', for a part that cannot be ordered now: on its page, or `small` in a row of a list. Guests are led to the login and
 * come back.
 */
export function BackInStock(props: { part: NamedPart; small?: boolean; className?: string }) {
  const { part, small = false, className = '' } = props;
  const session = useSession();
  const look: ButtonLook = small ? 'plain' : 'signal';
  const button = { look, small, 'aria-label': small ? `${words}: ${part.name}` : undefined };
  return (
    <div className={className}>
      {session === undefined ? (
        <ButtonLink to={paths.login} {...button}>
          {words}
        </ButtonLink>
      ) : (
        <Alert key={`${session.email} ${part._id}`} part={part} email={session.email} {...button} />
      )}
    </div>
  );
}

const words = 'Tell me when back';

/** The button of a customer, and what came of it. */
function Alert(props: {
  part: NamedPart;
  email: string;
  look: ButtonLook;
  small: boolean;
  'aria-label': string | undefined;
}) {
  const { part, email, ...button } = props;
  const { small } = button;
  const asked = useOwnAlerts()?.some(({ partId }) => partId === part._id) ?? false;
  const { pending, error, take } = useAlertStep();
  const box = useRef<HTMLDivElement>(null);
  const acted = useRef(false);
  // The button that was pressed is gone, or was disabled meanwhile.
  useEffect(() => {
    if (pending || !acted.current) return;
    acted.current = false;
    box.current?.querySelector('button')?.focus();
  }, [asked, pending]);
  const step = (work: () => Promise<void>) => {
    acted.current = true;
    void take(work);
  };
  const { _id: partId, name, partNumber } = part;
  return (
    <div ref={box} className={small ? 'text-sm' : 'text-[0.9375rem]'}>
      <div className="flex flex-wrap items-center">
        <p role="status" className="font-semibold">
          {asked && (
            <span className="me-3 flex items-center gap-2">
              <Icon name="check" className="text-success size-5" />
              We will write to you once.
            </span>
          )}
        </p>
        {asked ? (
          <button
            type="button"
            className="link min-h-11"
            aria-label={`Forget it: no mail about ${name}`}
            disabled={pending}
            onClick={() => step(() => forgetWhenBack(email, partId))}
          >
            Forget it
          </button>
        ) : (
          <Button
            {...button}
            disabled={pending}
            onClick={() => step(() => askWhenBack(email, { partId, name, partNumber }))}
          >
            {words}
          </Button>
        )}
      </div>
      <div role="alert">{error && <Refused error={error} />}</div>
    </div>
  );
}

/** Carries out a step at a time; what fails is answered until the next one. */
function useAlertStep() {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError>();
  const { revalidate } = useRevalidator();
  const take = async (work: () => Promise<void>) => {
    if (pending) return;
    setPending(true);
    setError(undefined);
    try {
      await work();
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      setError(failed);
      // What the page shows is older than the answer.
      if (failed.code === 'in_stock' || failed.code === 'part_not_found') void revalidate();
    } finally {
      setPending(false);
    }
  };
  return { pending, error, take };
}

function Refused({ error }: { error: ApiError }) {
  if (error.code === 'address_unconfirmed') return <Unconfirmed />;
  return (
    <p className="text-error mt-2 max-w-prose">
      {error.message}{' '}
      {error.code === 'too_many_alerts' && (
        <TextLink to={`${paths.myProfile}#awaited`}>See all of them</TextLink>
      )}
    </p>
  );
}

/** Mails go to addresses that are somebody's own only. */
function Unconfirmed() {
  const [state, setState] = useState<'ready' | 'sending' | 'sent' | ApiError>('ready');
  async function send() {
    setState('sending');
    try {
      const { sendVerificationEmail } = await arrived(import('#web/session/accounts.ts'));
      await sendVerificationEmail();
      setState('sent');
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      setState(failed);
    }
  }
  if (state === 'sent')
    return (
      <p className="mt-2 max-w-prose">A new link is on its way. Open it, then ask here again.</p>
    );
  return (
    <p className="mt-2 max-w-prose">
      We only write to confirmed addresses: open the link in the mail that we sent you when you
      registered, then ask here again.{' '}
      <button
        type="button"
        className="link min-h-6"
        disabled={state === 'sending'}
        onClick={() => void send()}
      >
        Send a new link
      </button>
      {state instanceof ApiError && <span className="text-error block">{state.message}</span>}
    </p>
  );
}
