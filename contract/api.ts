import { accountCalls } from './account-calls.ts';
import { addressCalls } from './addresses.ts';
import { adminCalls } from './admin-calls.ts';
import { allBatchCalls } from './all-batches.ts';
import { batchCalls } from './batch-calls.ts';
import { documentCalls } from './document-calls.ts';
import { boughtCalls } from './bought-parts.ts';
import { adminTableCalls } from './admin-table-calls.ts';
import { bookCalls } from './book-calls.ts';
import type { CallAnswer, CallInput } from './endpoint.ts';
import { figureCalls } from './figure-calls.ts';
import { fitCalls } from './fit-calls.ts';
import { garageCalls } from './garage.ts';
import { identityCalls } from './identity-calls.ts';
import { myOrderCalls } from './my-orders.ts';
import { orderListCalls } from './order-list-calls.ts';
import { settingsCalls } from './settings-calls.ts';
import { returnCalls } from './return-calls.ts';
import { searchCalls } from './search-calls.ts';
import { importCalls } from './import-calls.ts';
import { demoCalls, siteCalls } from './site-calls.ts';
import { shipmentCalls } from './shipment-calls.ts';
import { savedListCalls } from './saved-lists.ts';
import { specifiedCalls } from './specified-calls.ts';
import { stockAlertCalls } from './stock-alerts.ts';
import { vehicleCalls } from './vehicle-calls.ts';
import { weeklyFigureCalls } from './weekly-figures.ts';
import { vinCalls } from './vin-calls.ts';
import { vehiclePageCalls } from './vehicle-pages.ts';

/** Every call there is, by name. */
export const calls = {
  ...specifiedCalls,
  ...siteCalls,
  ...searchCalls,
  ...fitCalls,
  ...vinCalls,
  ...vehiclePageCalls,
  ...batchCalls,
  ...documentCalls,
  ...boughtCalls,
  ...myOrderCalls,
  ...accountCalls,
  ...stockAlertCalls,
  ...adminCalls,
  ...shipmentCalls,
  ...returnCalls,
  ...adminTableCalls,
  ...allBatchCalls,
  ...settingsCalls,
  ...importCalls,
  ...figureCalls,
  ...bookCalls,
  ...weeklyFigureCalls,
  ...vehicleCalls,
  ...orderListCalls,
  ...savedListCalls,
  ...addressCalls,
  ...garageCalls,
  ...identityCalls,
  ...demoCalls,
};

/** The name of a call. */
export type CallName = keyof typeof calls;

/** What the caller of a call hands over. */
export type InputFor<N extends CallName> = CallInput<(typeof calls)[N]>;

/** What the caller of a call receives. */
export type AnswerFor<N extends CallName> = CallAnswer<(typeof calls)[N]>;

/** One page of a list and the cursor of the next; undefined on the last. */
export interface Page<Row> {
  readonly rows: Row;
  readonly next: string | undefined;
}

/** How pages call the shop: over HTTP in the browser, in the same process on the server. Rejects with an `ApiError`. */
export interface Api {
  call<N extends CallName>(name: N, input: InputFor<N>): Promise<AnswerFor<N>>;
  page<N extends CallName>(name: N, input: InputFor<N>): Promise<Page<AnswerFor<N>>>;
}
