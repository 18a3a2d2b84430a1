import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { toast, useToasterStore } from 'react-hot-toast/headless';
import { beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#contract/texts.ts';
import { toastDetails } from './toast-details.tsx';
import { toastError, toastSuccess } from './toasts.tsx';

/** The visible toasts, newest first, with their durations. */
function shown(): readonly { readonly type: string; readonly duration: number | undefined }[] {
  let toasts: ReturnType<typeof shown> = [];
  renderToStaticMarkup(
    createElement(() => {
      toasts = useToasterStore().toasts.map(({ type, duration }) => ({ type, duration }));
      return null;
    }),
  );
  return toasts;
}

beforeEach(() => toast.remove());

describe('toasts (Spec §9)', () => {
  test('stay 2 seconds for a success, 4 for an error, a blank and a custom one, and a loading one until it is done', () => {
    toast.loading('Sending');
    toast.custom('Custom');
    toast('Blank');
    toastError('Failed to cancel order!');
    toastSuccess('Profile Updated');
    expect(shown()).toEqual([
      { type: 'success', duration: 2000 },
      { type: 'error', duration: 4000 },
      { type: 'blank', duration: 4000 },
      { type: 'custom', duration: 4000 },
      { type: 'loading', duration: Number.POSITIVE_INFINITY },
    ]);
  });

  test('with the details of a transaction stay 10 seconds', () => {
    toastDetails('Transaction id: pi_1');
    expect(shown()).toEqual([{ type: 'blank', duration: 10_000 }]);
  });

  test('are at most twenty at once', () => {
    for (let number = 1; number <= 25; number += 1) toastError(`Fault ${number}`);
    expect(shown()).toHaveLength(limits.maxToasts);
    expect(limits.maxToasts).toBe(20);
  });

  test('with the same id are one', () => {
    toastError('Login Expired', { id: 'session' });
    toastError('Login Expired', { id: 'session' });
    expect(shown()).toHaveLength(1);
  });
});
