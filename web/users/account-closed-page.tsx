import { texts } from '#contract/texts.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { useSession } from '#web/session/session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, Panel } from '#web/ui/page.tsx';

const title = 'Account closed';

export const meta = () => privateMeta(title);

/** Shown after closing an account; somebody who is signed in to another account reads that it is open. */
export default function AccountClosedPage() {
  const session = useSession();
  if (session !== undefined) return <StillOpen email={session.email} />;
  return (
    <Page title={title} width="form">
      <Panel className="p-6 sm:p-8">
        <div role="status" className="flex flex-col gap-3">
          <p>Your account is closed, and you are signed out everywhere.</p>
          <p>Unpaid orders were cancelled. Paid orders and reviews stay without your name.</p>
          <p>
            If your e-mail address was confirmed, a last mail says so too. You can register again
            with it whenever you like, as somebody new.
          </p>
        </div>
        <ButtonLink to={paths.start} look="signal" className="mt-6 w-full">
          Back to the shop
        </ButtonLink>
      </Panel>
    </Page>
  );
}

function StillOpen({ email }: { email: string }) {
  return (
    <Page
      title="Your account is open"
      width="form"
      intro={<p className="[overflow-wrap:anywhere]">{`You are signed in as ${email}.`}</p>}
    >
      <ButtonLink to={paths.myProfile}>{texts.myProfile}</ButtonLink>
    </Page>
  );
}
