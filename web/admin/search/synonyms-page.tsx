import {
  useLoaderData,
  useLocation,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from 'react-router';
import type { Synonym } from '#contract/search.ts';
import { DeletableRows } from '#web/admin/deletable-rows.tsx';
import { requireAdmin } from '#web/admin/require-admin.ts';
import { call } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { privateMeta } from '#web/meta.ts';
import { Field } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { PageTitle, Panel } from '#web/ui/page.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Failed } from '#web/ui/states.tsx';
import type { Column } from '#web/ui/table.tsx';
import { unknownStep } from '#web/ui/unknown-step.ts';
import { useForm } from '#web/ui/use-form.ts';
import { unlessForbidden } from '#web/ui/use-step.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { SearchTabs } from './search-tabs.tsx';
import {
  addSynonym,
  deleteSynonym,
  synonymErrors,
  typedSynonym,
  type SynonymOutcome,
} from './synonym-steps.ts';

const title = 'Synonyms';

export const meta = () => privateMeta(title);

export const shouldRevalidate = unlessForbidden;

export const clientLoader = async ({ context }: ClientLoaderFunctionArgs) =>
  defer({ synonyms: requireAdmin(context, () => call('listSynonyms', {})) }, 50);

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  switch (form.get('step')) {
    case 'add':
      return addSynonym(typedSynonym(form));
    case 'delete':
      return deleteSynonym(String(form.get('id')));
    default:
      return unknownStep(form);
  }
}

/** What admins teach the search: words that customers use, and what the shop calls it. */
export default function SynonymsPage() {
  const { synonyms } = useLoaderData<typeof clientLoader>();
  return (
    <>
      <PageTitle className="mb-4">{title}</PageTitle>
      <SearchTabs />
      <p className="quiet mb-6 max-w-2xl">
        Words that customers use for what the shop calls otherwise, beside those that it knows by
        itself. They hold from the next search on.
      </p>
      <AddSynonym />
      <div className="mt-6">
        <WhenLoaded
          data={synonyms}
          waiting={<SkeletonRows />}
          failed={<Failed>The synonyms are not available right now.</Failed>}
        >
          {(rows) => <Synonyms rows={rows} />}
        </WhenLoaded>
      </div>
    </>
  );
}

function AddSynonym() {
  const word = new URLSearchParams(useLocation().search).get('word') ?? '';
  const { Form, attributes, pending, outcome, errors } = useForm<SynonymOutcome>({
    check: (fields) => synonymErrors(typedSynonym(fields)),
    after: ({ kind }, form) => kind === 'done' && form?.reset(),
  });
  const field = { autoComplete: 'off', maxLength: 60, required: true } as const;
  return (
    <Panel className="p-5">
      <Form
        {...attributes}
        aria-label="Add a synonym"
        className="grid items-start gap-4 sm:grid-cols-2"
      >
        <input type="hidden" name="step" value="add" />
        {/* Another word to begin with is another form. */}
        <Field
          key={word}
          {...field}
          label="Whoever types"
          name="word"
          defaultValue={word}
          error={errors?.word}
        />
        <Field {...field} label="means" name="means" error={errors?.means} />
        <div className="sm:col-span-2">
          <FormEnd
            button="Add"
            pending={pending}
            outcome={outcome?.kind === 'invalid' ? undefined : outcome}
          />
        </div>
      </Form>
    </Panel>
  );
}

function Synonyms({ rows }: { rows: readonly Synonym[] }) {
  return (
    <DeletableRows
      label="Synonyms"
      rows={rows}
      columns={columns}
      nameOf={({ word, means }) => `${word} means ${means}`}
      none="No synonyms were added yet."
      title="Delete this synonym?"
      question="Searches for it find what they found before it was added."
    />
  );
}

const columns: readonly Column<Synonym>[] = [
  { head: 'Whoever types', lead: true, cell: ({ word }) => <strong>{word}</strong> },
  { head: 'means', cell: ({ means }) => means },
];
