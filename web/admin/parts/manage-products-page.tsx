import { useLoaderData, type ClientActionFunctionArgs } from 'react-router';
import { ManagedPartsQuery, type ManagedPart } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import { call, page } from '#web/api/call.ts';
import { bulkFields, takeBulkStep } from '#web/admin/list/bulk-step.ts';
import { BulkResults, ConfirmBulk } from '#web/admin/list/bulk-table.tsx';
import { sortChoice, type Choice } from '#web/admin/list/list-form.tsx';
import { listLoader } from '#web/admin/list/list-loader.ts';
import { AdminList } from '#web/admin/list/admin-list.tsx';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { useLatestNote } from '#web/ui/latest-note.ts';
import { unknownStep } from '#web/ui/unknown-step.ts';
import { unlessForbidden, useStep } from '#web/ui/use-step.ts';
import { deletePart, restorePart } from './part-steps.ts';
import { deletion, ProductsTable, type AskedPart } from './products-table.tsx';

const choices: readonly Choice[] = [
  {
    name: 'show',
    label: 'Show',
    usual: 'On sale',
    options: { low: 'Low stock', 'sold-out': 'Sold out', archived: 'Deleted', all: 'All' },
  },
  sortChoice({
    oldest: 'Oldest first',
    name: 'Name',
    '-name': 'Name, from Z',
    price: 'Lowest price',
    '-price': 'Highest price',
    stock: 'Least stock',
    '-stock': 'Most stock',
    minimum: 'Smallest minimum',
    '-minimum': 'Largest minimum',
  }),
];
const words = {
  row: 'product',
  rows: 'products',
  none: 'There are no products in the shop yet.',
};

export const meta = () => privateMeta(texts.manageProducts);

export const clientLoader = listLoader(
  ManagedPartsQuery,
  (query) => page('listManagedParts', { query }),
  (query) => call('countManagedParts', { query }),
);

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const id = String(form.get('id'));
  switch (form.get('step')) {
    case 'restore':
      return restorePart(id);
    case 'delete':
      return deletePart(id);
    case 'delete-many':
      return takeBulkStep('archiveParts', form, 'Nothing was deleted.');
    default:
      return unknownStep(form);
  }
}

export const shouldRevalidate = unlessForbidden;

const fieldsOf = ({ step, part }: AskedPart) => ({ step, id: part._id });

/** The parts that are for sale, and those that are no longer (Spec §2: Manage Products). */
export default function ManageProductsPage() {
  const one = useStep(fieldsOf);
  const restoration = useStep(fieldsOf);
  const many = useStep<readonly ManagedPart[]>(bulkFields('delete-many', deletion.can));
  const note = useLatestNote(one, restoration, many);
  return (
    <>
      <AdminList
        title={texts.manageProducts}
        words={words}
        loaded={useLoaderData<typeof clientLoader>()}
        form={{ searchLabel: 'Name, brand or part number', choices }}
        file="exportManagedParts"
        ways={
          <ButtonLink small look="signal" to={paths.addProducts}>
            Add a product
          </ButtonLink>
        }
        above={<BulkResults bulk={deletion} step={many} />}
        keyOf={({ _id }) => _id}
        note={note}
      >
        {(rows, from) => (
          <ProductsTable
            rows={rows}
            from={from}
            note={note}
            step={many}
            onDelete={(part) => one.ask({ step: 'delete', part })}
            onRestore={(part) => restoration.take({ step: 'restore', part })}
          />
        )}
      </AdminList>
      <ConfirmBulk bulk={deletion} step={many} />
      <Confirm
        open={one.asked !== undefined}
        title={texts.confirmCancelTitle}
        question={`Are you sure you want to delete “${one.asked?.part.name ?? ''}”? Its orders and reviews stay.`}
        pending={one.pending}
        onYes={one.yes}
        onNo={one.no}
      />
    </>
  );
}
