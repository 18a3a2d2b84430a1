import type { SecurityEvent } from '#contract/security-events.ts';
import { paths } from '#web/paths.ts';
import { Address } from '#web/ui/address.tsx';
import { momentOf } from '#web/ui/moment.ts';
import { Table, type Column } from '#web/ui/table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { shortOf, wordsOf } from './event-words.ts';
import { Link } from '#web/ui/link.tsx';

const columns: readonly Column<SecurityEvent>[] = [
  { head: 'When', cell: (event) => <When event={event} /> },
  { head: 'What', cell: (event) => <What event={event} /> },
  { head: 'Who', cell: ({ person }) => <Who person={person} /> },
  { head: 'Network', cell: ({ network }) => <Network network={network} /> },
  {
    head: 'Request',
    cell: ({ requestId }) => (
      <span className="quiet figures block text-sm md:min-w-44">{requestId ?? 'None'}</span>
    ),
  },
];

/** What happened to accounts and to the shop's guard, newest first. */
export function EventsTable({ events }: { events: readonly SecurityEvent[] }) {
  return <Table label="Security events" rows={events} keyOf={({ _id }) => _id} columns={columns} />;
}

function When({ event: { createdAt, lastAt, times } }: { event: SecurityEvent }) {
  return (
    <div className="figures">
      <time dateTime={createdAt} className="whitespace-nowrap">
        {momentOf(createdAt)}
      </time>
      {times > 1 && (
        <span className="quiet block text-sm">
          {`${times} times until `}
          <time dateTime={lastAt} className="whitespace-nowrap">
            {momentOf(lastAt)}
          </time>
        </span>
      )}
    </div>
  );
}

function What({ event }: { event: SecurityEvent }) {
  const { what, more } = wordsOf(event);
  return (
    <div className="md:min-w-44">
      <span className="font-semibold">{what}</span>
      {more !== undefined && (
        <span className="quiet block text-sm [overflow-wrap:anywhere]">{more}</span>
      )}
    </div>
  );
}

const eventsOf = (q: string) => `${paths.securityEvents}?${new URLSearchParams({ q }).toString()}`;

/** Leads to everything that is known of the person. */
function Who({ person }: { person: string | null }) {
  if (person === null) return <span className="quiet">Nobody known</span>;
  if (!person.includes('@')) return <span>{person}</span>;
  return (
    <TextLink to={eventsOf(person.split(' ')[0] ?? '')}>
      <Address email={person} />
    </TextLink>
  );
}

/** Leads to everything that came from there. */
function Network({ network }: { network: string | null }) {
  if (network === null) return <span className="quiet">None</span>;
  return (
    <Link to={eventsOf(shortOf(network))} className="link figures">
      {shortOf(network)}
    </Link>
  );
}
