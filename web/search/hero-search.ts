import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#web/paths.ts';
import type { SearchPlace } from '#web/ui/header.tsx';

/** The id of the search box in the hero of the home page. */
export const heroSearchId = 'hero-search';

/**
 * On the home page the header's search box waits until the hero's is out of sight; without scripts it waits for ever, because
 * the hero's works.
 */
export function useSearchPlace(): SearchPlace {
  const { pathname } = useLocation();
  const atHome = pathname === paths.start || pathname === paths.home;
  const [passed, setPassed] = useState<string>();
  useEffect(() => {
    const box = atHome ? document.querySelector(`#${heroSearchId}`) : null;
    if (box === null) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => setPassed(entry?.isIntersecting ? undefined : pathname),
      // Below the header.
      { rootMargin: '-64px 0px 0px' },
    );
    observer.observe(box);
    return () => observer.disconnect();
  }, [atHome, pathname]);
  if (!atHome) return 'stands';
  return passed === pathname ? 'follows' : 'waits';
}
