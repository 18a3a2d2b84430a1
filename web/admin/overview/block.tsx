import { useId, type ReactNode } from 'react';
import type { figureFiles } from '#contract/figures.ts';
import type { Deferred } from '#web/api/defer.ts';
import { download, type Query } from '#web/api/call.ts';
import { DownloadButton } from '#web/ui/download-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';

/** A part of the overview under a heading, that loads, fails and is saved as a file by itself. */
export function Block<Value>(props: {
  title: string;
  /** What its figures are of. */
  about?: ReactNode;
  data: Deferred<Value>;
  file?: (typeof figureFiles)[number];
  /** What the file is asked for. */
  query?: Query;
  rows?: number;
  children: (value: Value) => ReactNode;
}) {
  const { title, about, file } = props;
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          {about !== undefined && <p className="quiet figures max-w-2xl text-sm">{about}</p>}
        </div>
        {file && <FileButton file={file} title={title} query={props.query ?? {}} />}
      </div>
      <WhenLoaded
        data={props.data}
        waiting={<SkeletonRows rows={props.rows ?? 4} />}
        failed={<Failed>These figures are not available right now.</Failed>}
      >
        {props.children}
      </WhenLoaded>
    </section>
  );
}

function FileButton(props: { file: (typeof figureFiles)[number]; title: string; query: Query }) {
  const { file, title, query } = props;
  return (
    <span className="no-print flex flex-wrap items-center gap-x-3">
      <DownloadButton
        small
        fetchFile={async () => ({
          name: `underhood-${file}-${new Date().toISOString().slice(0, 10)}.csv`,
          file: await download('exportFigures', query, { file }),
        })}
        said={{ done: (name) => `Saved as ${name}.`, failed: 'There is no file.' }}
      >
        <Icon name="download" className="size-4" />
        CSV
        <span className="sr-only">{` of ${title}`}</span>
      </DownloadButton>
    </span>
  );
}
