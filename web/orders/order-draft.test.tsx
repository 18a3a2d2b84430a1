import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { useOrderDraft } from './order-draft.ts';

const stored = new Map([
  [
    'order-draft:part-1:ana@example.com',
    JSON.stringify({ address: '12 Dock Road, Leeds', phone: '+44 20 7946 0111', quantity: '400' }),
  ],
]);

function Form({ email, partId = 'part-1' }: { readonly email: string; readonly partId?: string }) {
  const { draft } = useOrderDraft({ partId, email }, { address: '', phone: '', quantity: '200' });
  return <p>{`${draft.address}|${draft.phone}|${draft.quantity}`}</p>;
}

afterEach(() => void vi.unstubAllGlobals());

test('a draft is found again by its customer and its part, and by nobody else at this computer', () => {
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => stored.get(key) ?? null });
  expect(renderToString(<Form email="ana@example.com" />)).toContain('12 Dock Road');
  for (const other of [
    <Form key="who" email="bo@example.com" />,
    <Form key="what" email="ana@example.com" partId="part-2" />,
  ])
    expect(renderToString(other)).toBe('<p>||200</p>');
});
