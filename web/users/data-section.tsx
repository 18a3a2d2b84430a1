import { call } from '#web/api/call.ts';
import { DownloadButton } from '#web/ui/download-button.tsx';
import { Section } from './section.tsx';

/** Lets customers download everything the shop keeps about them. */
export function DataSection({ email }: { email: string }) {
  return (
    <Section id="data" title="Your data">
      <p>
        One file with everything the shop keeps about you: your profile, your orders and payments,
        your reviews, the parts you wait for, and what was written down to guard your account. It is
        plain text (JSON), for you to read or to take elsewhere, and holds no password.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
        <DownloadButton
          fetchFile={() => accountData(email)}
          said={{
            done: (name) => `Your data is in the file ${name}.`,
            failed: 'Your data could not be fetched.',
          }}
          className="max-sm:w-full"
        >
          Download your data
        </DownloadButton>
      </div>
    </Section>
  );
}

async function accountData(email: string) {
  const data = await call('getAccountData', { params: { email } });
  // Indented: people read it too.
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  return { name: `underhood-data-${data.writtenAt.slice(0, 10)}.json`, file };
}
