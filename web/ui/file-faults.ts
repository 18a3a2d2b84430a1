import { ApiError } from '#web/api/api-error.ts';

/** A browser reads no folder, no file that was changed since it was chosen, and none that a phone's cloud does not give. */
export const unreadable = 'The file could not be read. Choose it again.';

/** Why a chosen file cannot be sent, for people; undefined when it can be read. A request that cannot read it fails as if the shop were not there. */
export async function readingFault(file: Blob): Promise<string | undefined> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return undefined;
  } catch (error) {
    return fileFault(error);
  }
}

/** Why a file was not read or not taken, for people. Throws what is neither. */
export function fileFault(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof DOMException) return unreadable;
  throw error;
}
