import { googleErrors, type GoogleError } from '#contract/google-errors.ts';
import { limits } from '#contract/texts.ts';
import { call } from '#web/api/call.ts';
import { newRandomKey } from '#web/api/random-key.ts';

/** The outcome of a sign-in with Google, as its last page reports it; contains no token. */
export type GoogleEnd = 'signed-in' | GoogleError;

/** The channel of one sign-in. Only its first and last page know the nonce. */
export function googleChannel(nonce: string): BroadcastChannel {
  return new BroadcastChannel(`google-${nonce}`);
}

/** The outcome by the last page's `?error=`, which has Better Auth's own codes. */
export function googleEndOf(error: string | null): GoogleEnd {
  if (error === null) return 'signed-in';
  return googleErrors.find((known) => known === error) ?? 'failed';
}

/**
 * Signs in with Google in a popup of 500×600 (Spec §9); if popups are blocked, on this page. Opens the popup at once, because
 * browsers allow that only in the click itself. A page cannot see that the popup was closed (`closed` is wrong across
 * origins), so a new click aborts this sign-in and starts another.
 */
export async function googlePopup(signal: AbortSignal): Promise<GoogleEnd | 'leaving'> {
  const nonce = newRandomKey();
  const popup = window.open('', '_blank', popupFeatures());
  const blocked = popup === null || popup.closed;
  const ended = blocked ? undefined : endOf(nonce, signal);
  try {
    const mode = blocked ? 'redirect' : 'popup';
    const { url } = await call('signInWithGoogle', { body: { nonce, mode } });
    if (ended === undefined) {
      location.assign(url);
      return 'leaving';
    }
    popup?.location.replace(url);
    return await ended;
  } catch (error) {
    popup?.close();
    throw error;
  }
}

/** The popup's outcome; 'leaving' when another sign-in has begun meanwhile. */
async function endOf(nonce: string, signal: AbortSignal): Promise<GoogleEnd | 'leaving'> {
  const channel = googleChannel(nonce);
  try {
    return await new Promise((resolve) => {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
        resolve(googleEndOf(data === 'signed-in' ? null : String(data))),
      );
      signal.addEventListener('abort', () => resolve('leaving'));
    });
  } finally {
    channel.close();
  }
}

function popupFeatures(): string {
  const { popupWidthPx: width, popupHeightPx: height } = limits;
  const left = Math.round(window.screenX + Math.max(0, (window.outerWidth - width) / 2));
  const top = Math.round(window.screenY + Math.max(0, (window.outerHeight - height) / 2));
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}
