import { useLoaderData, type ClientLoaderFunctionArgs } from 'react-router';
import type { PrintedDocument } from '#contract/documents.ts';
import { isDocumentKind } from '#contract/document-rules.ts';
import { ApiError, statusOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { Sheet } from './sheet.tsx';

export const meta = () => privateMeta('Document');

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const { kind = '', id = '' } = params;
  return { key: `${kind}/${id}`, ...(await defer({ document: load(kind, id) }, 50)) };
}

/** The document, a sentence why there is none now, or undefined. */
async function load(kind: string, id: string): Promise<PrintedDocument | string | undefined> {
  if (!isDocumentKind(kind)) return undefined;
  try {
    return await call('getDocument', { params: { kind, id } });
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    if (error instanceof ApiError && error.code === 'document_waits') return error.message;
    throw error;
  }
}

/** One order confirmation, packing slip, receipt or credit note, made for printing; for its customer and admins. */
export default function DocumentPage() {
  const { document, key } = useLoaderData<typeof clientLoader>();
  return (
    <WhenLoaded key={key} data={document} failed={<NotLoaded />}>
      {(found) =>
        typeof found === 'object' ? <Printable document={found} /> : <NoDocument why={found} />
      }
    </WhenLoaded>
  );
}

function Printable({ document }: { document: PrintedDocument }) {
  return (
    <>
      <div className="mb-4 flex max-w-3xl flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="quiet text-sm">
          Prints on A4 and Letter. To keep it as a file, choose PDF when printing.
        </p>
        <Button look="signal" onClick={() => window.print()}>
          <Icon name="printer" className="size-4" />
          Print
        </Button>
      </div>
      <Sheet document={document} />
    </>
  );
}

function NotLoaded() {
  return (
    <>
      <PageTitle className="mb-6">Document</PageTitle>
      <Failed>This document is not available right now.</Failed>
    </>
  );
}

function NoDocument({ why }: { why: string | undefined }) {
  return (
    <>
      <PageTitle className="mb-6">Document</PageTitle>
      <Empty action={<ButtonLink to={paths.dashboard}>To the dashboard</ButtonLink>}>
        {why ?? 'There is no such document.'}
      </Empty>
    </>
  );
}
