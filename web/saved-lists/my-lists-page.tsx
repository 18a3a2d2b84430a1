import { useState } from 'react';
import { useLoaderData, type ClientActionFunctionArgs } from 'react-router';
import type { SavedList } from '#contract/saved-lists.ts';
import { call } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { nameFault } from '#web/garage/name-fault.ts';
import { privateMeta } from '#web/meta.ts';
import { partsCounted } from '#web/order-again/again-words.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { momentOf } from '#web/ui/moment.ts';
import { NameDialog } from '#web/ui/name-dialog.tsx';
import { nameSomething } from '#web/ui/name-something.ts';
import { PageTitle } from '#web/ui/page.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { StepNoteLine } from '#web/ui/step-note.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { ToggleLines } from '#web/ui/toggle-lines.tsx';
import { unknownStep } from '#web/ui/unknown-step.ts';
import { useStep, type Step } from '#web/ui/use-step.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { deleteList } from './list-steps.ts';
import { OpenList } from './open-list.tsx';
import { SavedLines } from './saved-lines.tsx';

const title = 'My lists';

export const meta = () => privateMeta(title);

export const clientLoader = async () => defer({ lists: call('listSavedLists', {}) }, 50);

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  switch (form.get('step')) {
    case 'rename':
      return nameSomething(form, (named) => call('renameSavedList', named));
    case 'delete':
      return deleteList(String(form.get('id')));
    default:
      return unknownStep(form);
  }
}

/** The lists of parts that a customer keeps by name. */
export default function MyListsPage() {
  const { lists } = useLoaderData<typeof clientLoader>();
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <p className="quiet mt-2 mb-6 max-w-2xl">
        Lists that you saved on the order pad or of an order. Put on the order pad, each part comes
        at today’s price, and what has changed since is said before you order.
      </p>
      <WhenLoaded
        data={lists}
        waiting={<SkeletonRows />}
        failed={<Failed>Your lists are not available right now.</Failed>}
      >
        {(rows) => <Lists rows={rows} />}
      </WhenLoaded>
    </>
  );
}

function Lists({ rows }: { rows: readonly SavedList[] }) {
  const [renamed, setRenamed] = useState<SavedList>();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = ({ _id }: SavedList) =>
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(_id)) after.add(_id);
      return after;
    });
  const deleting = useStep<SavedList>(({ _id }) => ({ step: 'delete', id: _id }));
  return (
    <>
      {rows.length === 0 ? (
        <Empty action={<ButtonLink to={paths.orderPad}>To the order pad</ButtonLink>}>
          No lists yet. Write one on the order pad and save it there, or save what you ordered on
          its page.
        </Empty>
      ) : (
        <Table
          label="Your lists"
          rows={rows}
          keyOf={({ _id }) => _id}
          columns={columnsFor(deleting, { opened, toggle, onRename: setRenamed })}
          renderBelow={({ _id, name, updatedAt }) =>
            opened.has(_id) && (
              <tr role="row" className="bg-base-200">
                <td role="cell" colSpan={4} data-head="" className="px-4 md:py-1 md:ps-19">
                  <SavedLines key={updatedAt} id={_id} name={name} />
                </td>
              </tr>
            )
          }
        />
      )}
      {renamed && (
        <NameDialog
          key={renamed._id}
          id={renamed._id}
          name={renamed.name}
          title="Rename this list"
          about={renamed.name}
          label="Rename the list"
          step="rename"
          submit="Rename"
          maxLength={64}
          required
          faultOf={(name) => (name.trim() === '' ? 'Name is required' : nameFault(name))}
          onClose={() => setRenamed(undefined)}
        />
      )}
      <Confirm
        open={deleting.asked !== undefined}
        title="Delete this list?"
        question="Orders that were made from it stay as they are."
        about={deleting.asked && `${deleting.asked.name}, ${partsCounted(deleting.asked.lines)}`}
        pending={deleting.pending}
        onYes={deleting.yes}
        onNo={deleting.no}
      />
    </>
  );
}

interface ListRows {
  readonly opened: ReadonlySet<string>;
  readonly toggle: (list: SavedList) => void;
  readonly onRename: (list: SavedList) => void;
}

function columnsFor(
  deleting: Step<SavedList>,
  { opened, toggle, onRename }: ListRows,
): readonly Column<SavedList>[] {
  return [
    {
      head: 'Name',
      lead: true,
      cell: (list) => (
        <span className="flex w-full items-center gap-3 text-start">
          <ToggleLines
            label={`Lines of ${list.name}`}
            isOpen={opened.has(list._id)}
            onToggle={() => toggle(list)}
          />
          <strong className="min-w-0 [overflow-wrap:anywhere]">{list.name}</strong>
        </span>
      ),
    },
    { head: 'Parts', numeric: true, cell: ({ lines }) => lines },
    { head: 'Saved', cell: ({ updatedAt }) => momentOf(updatedAt) },
    {
      head: '',
      numeric: true,
      cell: (list) => (
        <>
          <div className="flex flex-wrap gap-x-2 md:flex-nowrap md:justify-end">
            <OpenList list={list} />
            <Button
              small
              look="quiet"
              aria-label={`Rename: ${list.name}`}
              onClick={() => onRename(list)}
            >
              Rename
            </Button>
            <Button
              small
              look="quiet"
              aria-label={`Delete: ${list.name}`}
              onClick={() => deleting.ask(list)}
            >
              Delete
            </Button>
          </div>
          <StepNoteLine note={deleting.note} rowId={list._id} />
        </>
      ),
    },
  ];
}
