import { useLoaderData, useLocation, type ClientLoaderFunctionArgs } from 'react-router';
import type { Synonym } from '#contract/search.ts';
import { entriesAction } from '#web/admin/entries/add-entry.ts';
import { AddForm } from '#web/admin/entries/add-form.tsx';
import { DeletableRows } from '#web/admin/entries/deletable-rows.tsx';
import { EntriesFrame } from '#web/admin/entries/entries-frame.tsx';
import { requireAdmin } from '#web/admin/require-admin.ts';
import { call } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { privateMeta } from '#web/meta.ts';
import { Field } from '#web/ui/field.tsx';
import type { Column } from '#web/ui/table.tsx';
import { unlessForbidden } from '#web/ui/use-step.ts';
import { SearchTabs } from './search-tabs.tsx';
import { addSynonym, deleteSynonym, synonymErrors, typedSynonym } from './synonym-steps.ts';

const title = 'Synonyms';

export const meta = () => privateMeta(title);

export const shouldRevalidate = unlessForbidden;

export const clientLoader = async ({ context }: ClientLoaderFunctionArgs) =>
  defer({ synonyms: requireAdmin(context, () => call('listSynonyms', {})) }, 50);

export const clientAction = entriesAction({
  add: (form) => addSynonym(typedSynonym(form)),
  remove: deleteSynonym,
});

/** What admins teach the search: words that customers use, and what the shop calls it. */
export default function SynonymsPage() {
  const { synonyms } = useLoaderData<typeof clientLoader>();
  return (
    <EntriesFrame
      title={title}
      tabs={<SearchTabs />}
      intro="Words that customers use for what the shop calls otherwise, beside those that it knows by itself. They hold from the next search on."
      form={<AddSynonym />}
      entries={synonyms}
      failed="The synonyms are not available right now."
    >
      {(rows) => (
        <DeletableRows
          label={title}
          rows={rows}
          columns={columns}
          nameOf={({ word, means }) => `${word} means ${means}`}
          none="No synonyms were added yet."
          title="Delete this synonym?"
          question="Searches for it find what they found before it was added."
        />
      )}
    </EntriesFrame>
  );
}

function AddSynonym() {
  const word = new URLSearchParams(useLocation().search).get('word') ?? '';
  const field = { autoComplete: 'off', maxLength: 60, required: true } as const;
  return (
    <AddForm
      // Another word to begin with is another form.
      key={word}
      label="Add a synonym"
      className="sm:grid-cols-2"
      check={(fields) => synonymErrors(typedSynonym(fields))}
    >
      {(errors) => (
        <>
          <Field
            {...field}
            label="Whoever types"
            name="word"
            defaultValue={word}
            error={errors?.word}
          />
          <Field {...field} label="means" name="means" error={errors?.means} />
        </>
      )}
    </AddForm>
  );
}

const columns: readonly Column<Synonym>[] = [
  { head: 'Whoever types', lead: true, cell: ({ word }) => <strong>{word}</strong> },
  { head: 'means', cell: ({ means }) => means },
];
