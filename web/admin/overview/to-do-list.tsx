import type { Counted } from '#contract/counted.ts';
import type { ToDo } from '#contract/figures.ts';
import { paths } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { ageOf } from '#web/ui/moment.ts';
import { countWords } from './figure-words.ts';

interface Task {
  readonly text: string;
  readonly to: string;
  readonly found: (toDo: ToDo) => Counted;
  /** Something went wrong; the others are work as usual. */
  readonly wrong?: true;
}

/** Each number is that of the rows behind its link. */
const tasks: readonly Task[] = [
  {
    text: 'Orders to ship',
    to: `${paths.manageOrders}?state=pending`,
    found: ({ ordersToShip }) => ordersToShip,
  },
  {
    text: 'Returns asked',
    to: `${paths.returns}?status=asked`,
    found: ({ returnsAsked }) => returnsAsked,
  },
  {
    text: 'Sold out parts',
    to: `${paths.manageProducts}?show=sold-out`,
    found: ({ soldOut }) => soldOut,
  },
  {
    text: 'Unpaid, by newcomers',
    to: `${paths.manageOrders}?state=never-paid`,
    found: ({ heldByNewcomers }) => heldByNewcomers,
  },
  {
    text: 'Searches without result',
    to: paths.emptySearches,
    found: ({ emptySearches }) => emptySearches,
  },
  {
    text: 'Payments without an order',
    to: paths.doctor,
    found: ({ paymentsWithoutOrder }) => paymentsWithoutOrder,
    wrong: true,
  },
  {
    text: 'Disputed orders',
    to: `${paths.manageOrders}?state=disputed`,
    found: ({ disputedOrders }) => disputedOrders,
    wrong: true,
  },
  {
    text: 'Failed refunds',
    to: `${paths.manageOrders}?state=refund-failed`,
    found: ({ failedRefunds }) => failedRefunds,
    wrong: true,
  },
  {
    text: 'Failed mails',
    to: paths.doctor,
    found: ({ failedMails }) => failedMails,
    wrong: true,
  },
];

/** What needs a person today, each with the way to it. Nothing to do looks calm. */
export function ToDoList({ toDo }: { toDo: ToDo }) {
  return (
    <ul className="tiles grid gap-2">
      {tasks.map(({ text, to, found, wrong }) => {
        const { count, more } = found(toDo);
        const look = count === 0 ? 'calm' : wrong ? 'wrong' : 'work';
        return (
          <Tile key={text} to={to} look={look} figure={`${countWords(count)}${more ? '+' : ''}`}>
            {text}
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
        prefetch="intent"
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
