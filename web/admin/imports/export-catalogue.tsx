import { download } from '#web/api/call.ts';
import { DownloadButton } from '#web/ui/download-button.tsx';
import { Icon } from '#web/ui/icon.tsx';

const formats = [
  { call: 'exportCatalogue', ending: 'csv', word: 'CSV' },
  { call: 'exportCatalogueSheet', ending: 'xlsx', word: 'XLSX' },
] as const;

/** All parts as a file that an import reads. */
export function ExportCatalogue() {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {formats.map(({ call, ending, word }) => (
        <DownloadButton
          key={ending}
          fetchFile={async () => ({
            name: `underhood-catalogue-${new Date().toISOString().slice(0, 10)}.${ending}`,
            file: await download(call, {}),
          })}
          said={{ done: (name) => `Saved as ${name}.`, failed: 'There is no file.' }}
        >
          <Icon name="download" className="size-4" />
          {word}
          <span className="sr-only">{' file of all parts'}</span>
        </DownloadButton>
      ))}
    </div>
  );
}
