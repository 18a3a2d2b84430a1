import { useContext, type ReactNode } from 'react';
import { useHydrated } from '#web/ui/hydrated.ts';
import { NonceContext } from '#web/ui/nonce.ts';
import { sendGuestToLogin } from './mark-session.ts';

/**
 * Content for customers on a page that the server renders for everybody: a guest's browser redirects to the login before it
 * shows anything; without scripts it shows `withoutScripts`.
 */
export function ForCustomers(props: { withoutScripts: ReactNode; children: ReactNode }) {
  const { withoutScripts, children } = props;
  const nonce = useContext(NonceContext);
  const hydrated = useHydrated();
  return (
    <>
      {!hydrated && (
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: sendGuestToLogin }}
        />
      )}
      <noscript>{withoutScripts}</noscript>
      <div className="customers-only">{children}</div>
    </>
  );
}
