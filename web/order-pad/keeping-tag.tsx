import { useKeeping } from '#web/order-list/keep-list.ts';
import { useSession } from '#web/session/session.ts';
import { Badge } from '#web/ui/badge.tsx';

/** Where the list is kept, and whether all of it is. */
export function KeepingTag() {
  const session = useSession();
  const { state } = useKeeping();
  if (session === undefined) return <Badge>Kept in this browser</Badge>;
  const words = { kept: 'Saved', saving: 'Saving…', unsaved: 'Not saved yet' }[state];
  return (
    <span role="status">
      <Badge tone={state === 'unsaved' ? 'waiting' : 'neutral'}>{words}</Badge>
    </span>
  );
}
