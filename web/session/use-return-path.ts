import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { returnPathOf, safeReturnPath, takeTurnedAway, type ReturnState } from './return-path.ts';

/** Where this sign-in leads; kept in router state, so that it survives a reload and goes along to the registration. */
export function useReturnPath(): string {
  const { state } = useLocation() as { readonly state: unknown };
  const navigate = useNavigate();
  useEffect(() => {
    const left = takeTurnedAway();
    if (left === undefined) return;
    const from: ReturnState = { from: safeReturnPath(left) };
    void navigate('.', { replace: true, state: from });
  }, [navigate]);
  return returnPathOf(state);
}
