import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * After a navigation to another page the focus goes to its heading, so that it is announced and Tab starts there. If only the
 * query changes, it goes there only when the focused element has disappeared.
 */
export function RouteFocus() {
  const { pathname, search, hash } = useLocation();
  const before = useRef({ pathname, search });
  useEffect(() => {
    const from = before.current;
    if (from.pathname === pathname && from.search === search) return;
    before.current = { pathname, search };
    if (hash !== '' || (from.pathname === pathname && hasFocus())) return;
    const target =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    target?.focus({ preventScroll: true });
  }, [pathname, search, hash]);
  return null;
}

function hasFocus(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body;
}
