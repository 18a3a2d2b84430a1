import { useLoaderData, type ClientActionFunctionArgs } from 'react-router';
import { ManagedPartsQuery, type ManagedPart } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import { page } from '#web/api/call.ts';
import { AdminList } from '#web/admin/list/admin-list.tsx';
import { ListForm, type Choice } from '#web/admin/list/list-form.tsx';
import { unlessForbidden, useStep } from '#web/ui/use-step.ts';
import { listLoader } from '#web/admin/list/list-loader.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { deletePart, restorePart } from './part-steps.ts';
import { ProductsTable, type AskedPart } from './products-table.tsx';
import { unknownStep } from '#web/ui/unknown-step.ts';

const choices: readonly Choice[] = [
  {
    name: 'show',
    label: 'Show',
    usual: 'On sale',
    options: { low: 'Low stock', archived: 'Deleted', all: 'All' },
  },
  {
    name: 'sort',
    label: 'Sort by',
    usual: 'Newest first',
    options: {
      oldest: 'Oldest first',
      name: 'Name',
      price: 'Lowest price',
      '-price': 'Highest price',
      stock: 'Least stock',
      '-stock': 'Most stock',
    },
  },
];
const words = {
  rows: 'products',
  none: 'There are no products in the shop yet.',
  nothing: 'No product fits this search.',
};

export const meta = () => privateMeta(texts.manageProducts);

export const clientLoader = listLoader(ManagedPartsQuery, (query) =>
  page('listManagedParts', { query }),
);

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const id = String(form.get('id'));
  switch (form.get('step')) {
    case 'restore':
      return restorePart(id);
    case 'delete':
      return deletePart(id);
    default:
      return unknownStep(form);
  }
}

export const shouldRevalidate = unlessForbidden;

const fieldsOf = ({ step, part }: AskedPart) => ({ step, id: part._id });

/** The parts that are for sale, and those that are no longer (Spec §2: Manage Products). */
export default function ManageProductsPage() {
  const { list } = useLoaderData<typeof clientLoader>();
  const deletion = useStep(fieldsOf);
  const restoration = useStep(fieldsOf);
  const note = deletion.note ?? restoration.note;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <PageTitle>{texts.manageProducts}</PageTitle>
        <ButtonLink to={paths.addProducts} look="signal">
          Add a product
        </ButtonLink>
      </div>
      <ListForm searchLabel="Name, brand or part number" choices={choices} />
      <AdminList page={list} words={words} keyOf={({ _id }: ManagedPart) => _id} note={note}>
        {(rows, from) => (
          <ProductsTable
            parts={rows}
            from={from}
            note={note}
            onDelete={(part) => deletion.ask({ step: 'delete', part })}
            onRestore={(part) => restoration.take({ step: 'restore', part })}
          />
        )}
      </AdminList>
      <Confirm
        open={deletion.asked !== undefined}
        title={texts.confirmCancelTitle}
        question={`Are you sure you want to delete “${deletion.asked?.part.name ?? ''}”? Its orders and reviews stay.`}
        pending={deletion.pending}
        onYes={deletion.yes}
        onNo={deletion.no}
      />
    </>
  );
}
