import { useState } from 'react';
import { useLoaderData, type ClientActionFunctionArgs } from 'react-router';
import type { Address } from '#contract/addresses.ts';
import { mostAddresses } from '#contract/kept-limits.ts';
import { newRandomId } from '#web/api/random-key.ts';
import { call } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { privateMeta } from '#web/meta.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { useLatestNote } from '#web/ui/latest-note.ts';
import { StepNoteLine, type StepNote } from '#web/ui/step-note.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { unknownStep } from '#web/ui/unknown-step.ts';
import { useStep, type Step } from '#web/ui/use-step.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { deleteAddress, keepAddress, makeDefault } from './address-steps.ts';

const title = 'My addresses';

export const meta = () => privateMeta(title);

export const clientLoader = async () => defer({ addresses: call('listAddresses', {}) }, 50);

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  switch (form.get('step')) {
    case 'keep':
      return keepAddress(form);
    case 'default':
      return makeDefault(form);
    case 'delete':
      return deleteAddress(String(form.get('id')));
    default:
      return unknownStep(form);
  }
}

/** The addresses that a customer orders to, by names of their own. */
export default function MyAddressesPage() {
  const { addresses } = useLoaderData<typeof clientLoader>();
  return (
    <WhenLoaded
      data={addresses}
      waiting={
        <>
          <PageTitle className="mb-6">{title}</PageTitle>
          <SkeletonRows />
        </>
      }
      failed={
        <>
          <PageTitle className="mb-6">{title}</PageTitle>
          <Failed>Your addresses are not available right now.</Failed>
        </>
      }
    >
      {(rows) => <Addresses rows={rows} />}
    </WhenLoaded>
  );
}

function Addresses({ rows }: { rows: readonly Address[] }) {
  const [edited, setEdited] = useState<Address>();
  const deleting = useStep<Address>(({ _id }) => ({ step: 'delete', id: _id }));
  const choosing = useStep<Address>(({ _id, name, address, phone }) => ({
    step: 'default',
    id: _id,
    name,
    address,
    phone,
  }));
  const note = useLatestNote(deleting, choosing);
  const add = () => setEdited(emptyAddress(rows.length === 0));
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <PageTitle>{title}</PageTitle>
        {rows.length > 0 && rows.length < mostAddresses && (
          <Button onClick={add}>Add an address</Button>
        )}
      </div>
      <p className="quiet mt-2 mb-6 max-w-2xl">
        Where your orders go, by names of your own. An order begins with the default.
      </p>
      {rows.length === 0 ? (
        <Empty
          action={
            <Button look="signal" onClick={add}>
              Add an address
            </Button>
          }
        >
          No addresses yet. Until then an order begins with the address of your last one.
        </Empty>
      ) : (
        <Table
          label="Your addresses"
          rows={rows}
          keyOf={({ _id }) => _id}
          columns={columnsFor({ deleting, choosing, note, onEdit: setEdited })}
        />
      )}
      {edited && (
        <AddressDialog
          key={edited._id}
          address={edited}
          isNew={!rows.some(({ _id }) => _id === edited._id)}
          onClose={() => setEdited(undefined)}
        />
      )}
      <Confirm
        open={deleting.asked !== undefined}
        title="Delete this address?"
        question="Orders that go there stay as they are."
        about={deleting.asked?.name}
        pending={deleting.pending}
        onYes={deleting.yes}
        onNo={deleting.no}
      />
    </>
  );
}

const emptyAddress = (isFirst: boolean): Address => ({
  _id: newRandomId(),
  name: '',
  address: '',
  phone: '',
  isDefault: isFirst,
});

function columnsFor(steps: {
  deleting: Step<Address>;
  choosing: Step<Address>;
  note: StepNote | undefined;
  onEdit: (address: Address) => void;
}): readonly Column<Address>[] {
  const { deleting, choosing, note, onEdit } = steps;
  return [
    {
      head: 'Name',
      lead: true,
      cell: ({ name, isDefault }) => (
        <span className="flex w-full flex-wrap items-center gap-2 text-start [overflow-wrap:anywhere]">
          <strong>{name}</strong>
          {isDefault && <Badge>Default</Badge>}
        </span>
      ),
    },
    {
      head: 'Address',
      cell: ({ address }) => (
        <span className="whitespace-pre-line [overflow-wrap:anywhere]">{address}</span>
      ),
    },
    {
      head: 'Phone',
      cell: ({ phone }) => <span className="figures md:whitespace-nowrap">{phone}</span>,
    },
    {
      head: '',
      numeric: true,
      cell: (address) => (
        <>
          <div className="flex flex-wrap gap-2 md:flex-nowrap md:justify-end">
            {!address.isDefault && (
              <Button
                small
                look="quiet"
                aria-label={`Make default: ${address.name}`}
                onClick={() => choosing.take(address)}
              >
                Make default
              </Button>
            )}
            <Button small aria-label={`Change: ${address.name}`} onClick={() => onEdit(address)}>
              Change
            </Button>
            <Button
              small
              look="quiet"
              aria-label={`Delete: ${address.name}`}
              onClick={() => deleting.ask(address)}
            >
              Delete
            </Button>
          </div>
          <StepNoteLine note={note} rowId={address._id} />
        </>
      ),
    },
  ];
}
