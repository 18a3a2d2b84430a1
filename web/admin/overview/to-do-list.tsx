import { toDoKindNames, toDoKinds, type ToDoKind } from '#contract/figure-rules.ts';
import type { ToDo } from '#contract/figures.ts';
import { paths } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { ageOf } from '#web/ui/moment.ts';
import { countWords } from './figure-words.ts';

/** Where the rows of each number are. */
const lists: Readonly<Record<ToDoKind, string>> = {
  ordersToShip: `${paths.manageOrders}?state=pending`,
  returnsAsked: `${paths.returns}?status=asked`,
  soldOut: `${paths.manageProducts}?show=sold-out`,
  heldByNewcomers: `${paths.manageOrders}?state=never-paid`,
  emptySearches: paths.emptySearches,
  paymentsWithoutOrder: paths.doctor,
  disputedOrders: `${paths.manageOrders}?state=disputed`,
  failedRefunds: `${paths.manageOrders}?state=refund-failed`,
  failedMails: paths.doctor,
};

/** Something went wrong; the others are work as usual. */
const wrong: ReadonlySet<ToDoKind> = new Set([
  'paymentsWithoutOrder',
  'disputedOrders',
  'failedRefunds',
  'failedMails',
]);

/** What needs a person today, each with the way to it. Nothing to do looks calm. */
export function ToDoList({ toDo }: { toDo: ToDo }) {
  return (
    <ul className="tiles grid gap-2">
      {toDoKindNames.map((kind) => {
        const { count, more } = toDo[kind];
        const look = count === 0 ? 'calm' : wrong.has(kind) ? 'wrong' : 'work';
        const figure = `${countWords(count)}${more ? '+' : ''}`;
        return (
          <Tile key={kind} to={lists[kind]} look={look} figure={figure}>
            {toDoKinds[kind]}
          </Tile>
        );
      })}
      <DoctorTile doctor={toDo.doctor} />
    </ul>
  );
}

function DoctorTile({ doctor }: { doctor: ToDo['doctor'] }) {
  if (doctor === null)
    return (
      <Tile to={paths.doctor} look="work" figure="Not run yet">
        Doctor
      </Tile>
    );
  const { checkedAt, broken, unknown } = doctor;
  const figure =
    broken > 0 ? `${broken} broken` : unknown > 0 ? `${unknown} unknown` : 'All checks hold';
  return (
    <Tile
      to={paths.doctor}
      look={broken > 0 ? 'wrong' : unknown > 0 ? 'work' : 'calm'}
      figure={figure}
    >
      {'Doctor, '}
      <time dateTime={checkedAt}>{ageOf(checkedAt)}</time>
    </Tile>
  );
}

const looks = {
  calm: { box: 'border-base-300', figure: 'quiet font-normal' },
  work: { box: 'border-base-300 tile-work', figure: 'font-semibold' },
  wrong: { box: 'border-base-300 border-s-4 border-s-error', figure: 'text-error font-semibold' },
} as const;

function Tile(props: {
  to: string;
  look: keyof typeof looks;
  figure: string;
  children: React.ReactNode;
}) {
  const { box, figure } = looks[props.look];
  return (
    <li>
      <Link
        to={props.to}
        className={`rounded-box bg-base-100 hover:bg-base-content/5 flex h-full flex-col-reverse justify-end border px-3 py-2.5 ${box}`}
      >
        <span className="quiet text-sm">{props.children}</span>
        <span className={`figures flex items-center justify-between gap-2 text-lg ${figure}`}>
          {props.figure}
          {props.look === 'wrong' && <Icon name="alert" className="size-5" />}
        </span>
      </Link>
    </li>
  );
}
