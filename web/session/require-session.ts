import { useEffect } from 'react';
import { createContext, redirect, useNavigate, type MiddlewareFunction } from 'react-router';
import { paths } from '#web/paths.ts';
import { useHydrated } from '#web/ui/hydrated.ts';
import { keepReturnPath } from './return-path.ts';
import { currentSession, useSession } from './session.ts';
import type { Session } from './stored-session.ts';

/** Who is signed in, for the loaders and actions behind `requireSession`. */
export const sessionContext = createContext<Session>();

/**
 * Guards the pages of a layout before their loaders run: `export const clientMiddleware = [requireSession]`. Whoever is not
 * signed in goes to the login page and comes back after it.
 */
export const requireSession: MiddlewareFunction = ({ request, context }, next) => {
  const session = currentSession();
  if (session === undefined) {
    keepReturnPath(new URL(request.url));
    throw redirect(paths.login);
  }
  context.set(sessionContext, session);
  return next();
};

/** Guards a page that is rendered on the server for everyone, and any page when its session ends while it is open. */
export function useRequiredSession(): Session | undefined {
  const session = useSession();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const missing = hydrated && session === undefined;
  useEffect(() => {
    if (missing) void navigate(paths.login, { replace: true });
  }, [missing, navigate]);
  return session;
}
