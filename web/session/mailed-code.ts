import { useLocation } from 'react-router';
import { useHydrated } from '#web/ui/hydrated.ts';

/**
 * The one-time code of the mail whose link led here; empty when the address is not whole. It stands behind #, which only
 * the browser knows: undefined until the page is alive.
 */
export function useMailedCode(): string | undefined {
  const { hash } = useLocation();
  return useHydrated() ? (new URLSearchParams(hash.slice(1)).get('token') ?? '') : undefined;
}
