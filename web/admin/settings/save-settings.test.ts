import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveSettings } from './save-settings.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => void vi.stubGlobal('fetch', fetched));
afterEach(() => void vi.unstubAllGlobals());

const contact = { email: 'shop@example.com', phone: '+1 555 0100', street: '12 Hill Road' };

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  const seen = JSON.stringify({ ...contact, street: '1 Old Street' });
  for (const [name, value] of Object.entries({ step: 'contact', seen, ...fields }))
    form.set(name, value);
  return form;
}

/** The save is answered, the question what the shop shows now is not. */
function saveThenNoAnswer() {
  fetched.mockResolvedValueOnce(Response.json({ acknowledged: true }));
  fetched.mockRejectedValueOnce(new TypeError('The network is gone.'));
}

test('what is saved is told so, also when the shop cannot say afterwards what it shows', async () => {
  saveThenNoAnswer();
  expect(await saveSettings(formOf(contact))).toEqual({
    kind: 'saved',
    is: contact,
    sentence: 'Saved. Pages show it from now on.',
  });
});

test('the original text is told to be back, also when the shop cannot say afterwards what it is', async () => {
  saveThenNoAnswer();
  expect(await saveSettings(formOf({ ...contact, back: 'yes' }))).toEqual({
    kind: 'saved',
    is: undefined,
    sentence: 'Saved. Pages show it from now on. Load this page again to see the original text.',
  });
});
