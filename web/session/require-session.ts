import { useEffect } from 'react';
import { createContext, redirect, useLocation, useNavigate, type MiddlewareFunction } from 'react-router';
import { paths } from '#web/paths.ts';
import { useHydrated } from '#web/ui/hydrated.ts';
import { rememberTurnedAway, type ReturnState } from './return-path.ts';
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
    const { pathname, search, hash } = new URL(request.url);
    rememberTurnedAway(pathname + search + hash);
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
  const { pathname, search, hash } = useLocation();
  const missing = hydrated && session === undefined;
  useEffect(() => {
    const state: ReturnState = { from: pathname + search + hash };
    if (missing) void navigate(paths.login, { replace: true, state });
  }, [missing, navigate, pathname, search, hash]);
  return session;
}
