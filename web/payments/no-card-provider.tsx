import { Failed } from '#web/ui/states.tsx';

/** The shop's settings are loaded once with the whole page, so only a reload helps. */
export function NoCardProvider() {
  return (
    <Failed onRetry={() => location.reload()}>The card provider is not available right now.</Failed>
  );
}
