import { useOutletContext } from 'react-router';
import type { User } from '#contract/users.ts';

/** The dashboard's user, loaded by the layout before any page is shown. */
export function useDashboardUser(): User {
  return useOutletContext<User>();
}
