import { data, useLoaderData } from 'react-router';
import type { OutboxMail } from '#contract/site.ts';
import { statusOf } from '#web/api/api-error.ts';
import { inBrowser, onServer, type LoadArgs } from '#web/api/context.ts';
import { useSite } from '#web/api/site.ts';
import { privateMeta } from '#web/meta.ts';
import { Page, Panel } from '#web/ui/page.tsx';
import { Empty } from '#web/ui/states.tsx';
import { textParts } from './text-parts.ts';

const load = async ({ api }: LoadArgs): Promise<readonly OutboxMail[]> =>
  api.call('listOutbox', {}).catch((error: unknown) => {
    // A live shop has no readable outbox, and no such page.
    throw statusOf(error) === 404 ? data(null, { status: 404 }) : error;
  });

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta = () => privateMeta('Outbox of the demo');

/** The mails of the demo, newest first, with working links, because they are not delivered. */
export default function OutboxPage() {
  const mails = useLoaderData<typeof loader>();
  return (
    <Page
      title="Outbox of the demo"
      width="text"
      intro="The demo sends no mail. What a live shop would send can be read here, newest first, by everyone."
    >
      {mails.length === 0 && <Empty>No mail was written yet.</Empty>}
      <ul className="flex flex-col gap-5">
        {mails.map((mail) => (
          <li key={mail._id}>
            <Panel>
              <h2 className="text-base font-semibold">{mail.subject}</h2>
              <p className="quiet figures mt-1 text-sm [overflow-wrap:anywhere]">
                To {mail.to}, <time dateTime={mail.createdAt}>{readable(mail.createdAt)}</time>
              </p>
              <p className="mt-4 break-words whitespace-pre-wrap">
                <Body text={mail.text} />
              </p>
            </Panel>
          </li>
        ))}
      </ul>
    </Page>
  );
}

function Body({ text }: { text: string }) {
  const origin = useSite()?.publicUrl;
  return textParts(text, origin).map((part) =>
    part.link ? (
      <a key={part.at} href={part.text} className="link break-all">
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
}

/** In UTC, so that server and browser render the same text. */
function readable(moment: string): string {
  return `${moment.slice(0, 10)} ${moment.slice(11, 19)} UTC`;
}
