import { useOutletContext } from 'react-router';
import type { User } from '#contract/users.ts';

/** Whose dashboard this is: loaded by the layout, so that no page of it shows before the role is known. */
export function useDashboardUser(): User {
  return useOutletContext<User>();
}
