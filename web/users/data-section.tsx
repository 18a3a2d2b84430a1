import { Button } from '#web/ui/button.tsx';
import { Outcome } from '#web/ui/form-end.tsx';
import { useDataDownload } from './download-data.ts';
import { Section } from './section.tsx';

/** Takes along everything the shop keeps about somebody. */
export function DataSection({ email }: { email: string }) {
  const { download, start } = useDataDownload(email);
  const loading = download?.kind === 'loading';
  return (
    <Section id="data" title="Your data">
      <p>
        One file with everything the shop keeps about you: your profile, your orders and payments,
        your reviews, and what was written down to guard your account. It is plain text (JSON), for
        you to read or to take elsewhere, and holds no password.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
        {/* Not disabled meanwhile: that would take the focus away. */}
        <Button
          className="max-sm:w-full"
          aria-disabled={loading}
          aria-busy={loading}
          onClick={() => void (loading || start())}
        >
          {loading && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          Download your data
        </Button>
        <Outcome outcome={loading ? undefined : download} />
      </div>
    </Section>
  );
}
