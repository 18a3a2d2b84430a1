import { AccountClosing, AccountData } from './account-data.ts';
import type { Endpoint } from './endpoint.ts';
import { acknowledged } from './fields.ts';
import { ofUser } from './users.ts';

/** What everybody may do with their own account beyond Spec §7; admins may not do it for them. */
export const accountCalls = {
  getAccountData: {
    method: 'GET',
    path: '/user/{email}/data',
    summary: 'Everything the shop keeps about an account, as a file for its owner.',
    access: 'self',
    ...ofUser,
    answer: AccountData,
    download: 'underhood-data.json',
    errors: ['too_many_requests'],
  },
  closeAccount: {
    method: 'POST',
    path: '/user/{email}/close',
    summary:
      'Close the account: unpaid orders are cancelled, personal data is deleted, orders and reviews stay without a name.',
    access: 'self',
    ...ofUser,
    body: AccountClosing,
    ...acknowledged,
    errors: ['last_admin', 'orders_open', 'order_being_paid', 'cards_unavailable'],
  },
} as const satisfies Record<string, Endpoint>;
