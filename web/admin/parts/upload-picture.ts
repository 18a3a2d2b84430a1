import { maxImageBytes } from '#contract/image-rules.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { dataUrlOf } from '#web/ui/data-url-of.ts';

/** Where a picture of a form stands. */
export type Upload =
  | { readonly kind: 'none' }
  /** `share` of the file that has left, 0 to 1; `preview` shows the chosen file itself. */
  | { readonly kind: 'sending'; readonly share: number; readonly preview: string | undefined }
  | { readonly kind: 'refused'; readonly sentence: string }
  /** `fresh` when it came by an upload just now. */
  | { readonly kind: 'there'; readonly url: string; readonly fresh: boolean };

/** Uploads a picture and shows how far it is, until it is aborted. */
export async function uploadPicture(
  file: File,
  signal: AbortSignal,
  onStep: (upload: Upload) => void,
): Promise<void> {
  const show = (upload: Upload) => {
    if (!signal.aborted) onStep(upload);
  };
  if (file.size > maxImageBytes)
    return show({ kind: 'refused', sentence: 'The picture is larger than 8 MB.' });
  show({ kind: 'sending', share: 0, preview: undefined });
  const preview = await dataUrlOf(file).catch(() => undefined);
  show({ kind: 'sending', share: 0, preview });
  try {
    const body = new Uint8Array(await file.arrayBuffer());
    const onProgress = (share: number) => show({ kind: 'sending', share, preview });
    const { data } = await call('uploadImage', { body }, { signal, onProgress });
    show({ kind: 'there', url: data.url, fresh: true });
  } catch (error) {
    show({
      kind: 'refused',
      sentence: error instanceof ApiError ? error.message : 'The file could not be read.',
    });
  }
}
