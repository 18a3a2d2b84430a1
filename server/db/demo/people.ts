import { demoAccounts } from './demo-accounts.ts';
import { demoText } from './demo-data.ts';

/** Who speaks in a review: the three kinds of customers this shop has. */
export type Voice = 'workshop' | 'fleet' | 'reseller';

/** An invented customer: @example.com addresses and the phone ranges that are reserved for fiction. */
export interface DemoPerson {
  name: string;
  email: string;
  phone: string;
  address: string;
  voice?: Voice;
  account?: 'admin' | 'customer';
  joinedDaysAgo: number;
}

type Written = Omit<DemoPerson, 'joinedDaysAgo'>;

const account = ({ name, email }: { name: string; email: string }) => ({ name, email });

const withAccounts: DemoPerson[] = [
  {
    ...account(demoAccounts.admin),
    account: 'admin',
    phone: '+1 555-0199',
    address: 'Underhood, 1 Demo Yard, Springfield, IL 62701',
    joinedDaysAgo: 720,
  },
  {
    ...account(demoAccounts.customer),
    account: 'customer',
    phone: '+1 555-0142',
    address: 'Harrowell Garage, 48 Elm Street, Springfield, IL 62701',
    joinedDaysAgo: 200,
  },
];

const written = JSON.parse(demoText('people.json')) as Written[];

/** Everybody in the demo shop, the two accounts first. */
export const demoPeople: readonly DemoPerson[] = [
  ...withAccounts,
  ...written.map((person, place) => ({ ...person, joinedDaysAgo: 715 - place })),
];
