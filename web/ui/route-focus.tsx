import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a navigation to another page the focus goes to its heading, so that it is read out and Tab starts there. */
export function RouteFocus() {
  const { pathname, hash } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (hash !== '') return;
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    target?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return null;
}
