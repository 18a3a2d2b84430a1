import { useSyncExternalStore } from 'react';

const dark = '(prefers-color-scheme: dark)';

/** The theme of the page, for what stands on the header, which is dark in both; the light one on the server. */
export function useColorScheme(): 'light' | 'dark' {
  const isDark = useSyncExternalStore(
    listen,
    () => matchMedia(dark).matches,
    () => false,
  );
  return isDark ? 'dark' : 'light';
}

function listen(changed: () => void): () => void {
  const query = matchMedia(dark);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
