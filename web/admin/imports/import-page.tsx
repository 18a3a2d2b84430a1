import { useEffect, useState, type ReactNode } from 'react';
import {
  useLoaderData,
  useParams,
  useSearchParams,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from 'react-router';
import type { Import, ImportState } from '#contract/imports.ts';
import { defer } from '#web/api/defer.ts';
import { requireAdmin } from '#web/admin/require-admin.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { focusHeadingIfLost, unlessForbidden } from '#web/ui/use-step.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { CheckedImport } from './checked-import.tsx';
import { ChooseColumns } from './choose-columns.tsx';
import { FinishedImport } from './finished-import.tsx';
import { takeImportStep } from './import-actions.ts';
import { ImportSteps } from './import-steps.tsx';
import { countedOf, stateWords } from './import-words.ts';
import { loadImport, loadWholeList, wholeListIn, type LoadedImport } from './load-import.ts';
import { RunningImport } from './running-import.tsx';
import { useWatchedImport } from './use-watched-import.ts';
import { WholeListOf } from './whole-list.tsx';

const title = 'Import';

export const meta = () => privateMeta(title);

export async function clientLoader({ request, params, context }: ClientLoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const id = params['id'] ?? '';
  return defer(
    {
      found: requireAdmin(context, () => loadImport(id)),
      whole: requireAdmin(context, () => loadWholeList(id, asked)),
    },
    50,
  );
}

export async function clientAction({ request, params }: ClientActionFunctionArgs) {
  return takeImportStep(params['id'] ?? '', await request.formData());
}

export const shouldRevalidate = unlessForbidden;

/** One import on its way from a file into the shop. What it shows is what the shop knows: a reload, or another tab, shows the same. */
export default function ImportPage() {
  const { found } = useLoaderData<typeof clientLoader>();
  const { id } = useParams();
  return (
    <WhenLoaded
      key={id}
      data={found}
      waiting={
        <Frame>
          <SkeletonRows />
        </Frame>
      }
      failed={<NoAnswer />}
    >
      {(loaded) => (loaded ? <OneImport key={loaded.import._id} loaded={loaded} /> : <NoImport />)}
    </WhenLoaded>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <PageTitle className="mb-6">{title}</PageTitle>
      {children}
    </>
  );
}

function NoAnswer() {
  return (
    <Frame>
      <Failed>This import is not available right now.</Failed>
    </Frame>
  );
}

function NoImport() {
  return (
    <Frame>
      <Empty action={<ButtonLink to={paths.imports}>Show all imports</ButtonLink>}>
        There is no such import.
      </Empty>
    </Frame>
  );
}

function OneImport({ loaded }: { loaded: LoadedImport }) {
  const { shown, isLost, askNow } = useWatchedImport(loaded.import);
  const [asked] = useSearchParams();
  const chooses = choosesColumns(shown.state, asked.get('show'));
  const { state } = shown;
  const [first] = useState(state);
  useEffect(() => {
    // The button that began this step is gone.
    if (state !== first) focusHeadingIfLost();
  }, [state, first]);
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <PageTitle>{title}</PageTitle>
        <p className="quiet figures min-w-0 text-sm [overflow-wrap:anywhere]">{headline(shown)}</p>
      </div>
      <p role="status" className="sr-only">
        {state !== first && `${stateWords[state].word}.`}
      </p>
      <ImportSteps
        state={chooses ? 'columns' : state}
        toColumns={!chooses && choosesColumns(state, 'columns') ? '?show=columns' : undefined}
      />
      {chooses ? (
        <ChooseColumns found={shown} />
      ) : wholeListIn(asked.get('show')) === undefined ? (
        <AtItsStep loaded={{ ...loaded, import: shown }} isLost={isLost} onAsk={askNow} />
      ) : (
        <Whole key={asked.toString()} found={shown} />
      )}
    </>
  );
}

/** One of its lists, which waits and fails by itself: another list, or another page of it, is loaded anew. */
function Whole({ found }: { found: Import }) {
  const { whole } = useLoaderData<typeof clientLoader>();
  return (
    <WhenLoaded
      data={whole}
      waiting={<SkeletonRows />}
      failed={<Failed>This list is not available right now.</Failed>}
    >
      {(list) => list && <WholeListOf found={found} whole={list} />}
    </WhenLoaded>
  );
}

/** Until it is applied the columns can be chosen anew. */
function choosesColumns(state: ImportState, show: string | null): boolean {
  return state === 'columns' || (show === 'columns' && (state === 'checked' || state === 'failed'));
}

function AtItsStep(props: { loaded: LoadedImport; isLost: boolean; onAsk: () => void }) {
  const { loaded, isLost, onAsk } = props;
  const { import: found } = loaded;
  switch (found.state) {
    case 'checked':
      return <CheckedImport loaded={loaded} />;
    case 'checking':
    case 'applying':
    case 'undoing':
      return <RunningImport found={found} step={found.state} isLost={isLost} onAsk={onAsk} />;
    case 'applied':
    case 'stopped':
    case 'undone':
      return <FinishedImport loaded={loaded} />;
    default:
      return <Unreadable found={found} />;
  }
}

function Unreadable({ found }: { found: Import }) {
  return (
    <Notice tone="bad">
      <h2 className="text-base font-semibold">This file cannot be read</h2>
      <p className="mt-1">{`${found.failure ?? ''} Nothing was changed in the shop.`}</p>
      <p className="mt-4 flex flex-wrap gap-3">
        <ButtonLink look="signal" to={paths.imports}>
          Choose another file
        </ButtonLink>
        <ButtonLink to="?show=columns">Read it in another way</ButtonLink>
      </p>
    </Notice>
  );
}

/** 'discs.csv of Halvorsted, 10,000 rows. Nothing has been changed yet.' */
function headline({ name, supplier, found, state }: Import): string {
  const facts = [supplier === null ? name : `${name} of ${supplier}`];
  if (found.rows > 0) facts.push(countedOf(found.rows, 'row'));
  const harmless = ['columns', 'checking', 'checked', 'failed'].includes(state);
  return `${facts.join(', ')}. ${harmless ? 'Nothing has been changed yet.' : ''}`.trim();
}
