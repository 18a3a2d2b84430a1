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
 * Guards the pages of a layout before their loaders run: `export const clientMiddleware = [requireSession]`. Guests are
 * redirected to the login page, which returns here.
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

/** Guards a page that the server renders for everyone, and any open page whose session ends. */
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
