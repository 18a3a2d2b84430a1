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
    const main = document.querySelector<HTMLElement>('main');
    if (main === null || focusHeading(main)) return;
    // A page that waits for something has no heading yet.
    main.focus({ preventScroll: true });
    const watch = new MutationObserver(() => {
      if (document.activeElement !== main || focusHeading(main)) watch.disconnect();
    });
    watch.observe(main, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [pathname, search, hash]);
  return null;
}

function focusHeading(main: HTMLElement): boolean {
  const heading = main.querySelector('h1');
  heading?.focus({ preventScroll: true });
  return heading !== null;
}

function hasFocus(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body;
}
