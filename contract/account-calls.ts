import { AccountClosing, AccountData } from './account-data.ts';
import { endpoint, type Endpoint } from './endpoint.ts';
import { Acknowledged } from './fields.ts';
import { UserAddress } from './users.ts';

/** What everybody may do with their own account beyond Spec §7; admins may not do it for them. */
export const accountCalls = {
  getAccountData: endpoint({
    method: 'GET',
    path: '/user/{email}/data',
    summary: 'Everything the shop keeps about an account, as a file for its owner.',
    access: 'self',
    params: UserAddress,
    answer: AccountData,
    download: 'underhood-data.json',
    missing: 'user_not_found',
    errors: ['user_not_found', 'too_many_requests'],
  }),
  closeAccount: endpoint({
    method: 'POST',
    path: '/user/{email}/close',
    summary:
      'Close the account: unpaid orders are cancelled, personal data is deleted, orders and reviews stay without a name.',
    access: 'self',
    params: UserAddress,
    body: AccountClosing,
    answer: Acknowledged,
    missing: 'user_not_found',
    refused: { acknowledged: false },
    errors: [
      'user_not_found',
      'last_admin',
      'orders_open',
      'order_being_paid',
      'cards_unavailable',
    ],
  }),
} as const satisfies Record<string, Endpoint>;
