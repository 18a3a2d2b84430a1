import { useSite } from '#web/api/site.ts';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydrated.ts';

const roles = { admin: 'Admin', customer: 'Customer' } as const;

/** Buttons that fill in the demo's accounts; nothing in a live shop. */
export function DemoSignIns({
  onFill,
}: {
  onFill: (account: { readonly email: string; readonly password: string }) => void;
}) {
  const accounts = useSite()?.demoAccounts ?? [];
  const hydrated = useHydrated();
  if (accounts.length === 0) return null;
  return (
    <section
      aria-labelledby="demo-sign-ins"
      className="rounded-box border-base-300 mt-8 border border-dashed p-5"
    >
      <h2 id="demo-sign-ins" className="font-semibold">
        Demo sign-ins
      </h2>
      <ul className="mt-3 flex flex-col gap-3">
        {accounts.map((account) => (
          <li key={account.email} className="flex items-center justify-between gap-4">
            <span className="min-w-0 text-sm">
              <span className="font-semibold">{roles[account.role]}</span>
              <br />
              <code className="break-all">{account.email}</code>
              <br />
              <code className="break-all">{account.password}</code>
            </span>
            <Button
              small
              disabled={!hydrated}
              aria-label={`Fill in the ${roles[account.role].toLowerCase()}'s sign-in`}
              onClick={() => onFill(account)}
            >
              Fill in
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
