import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Combobox } from './combobox.tsx';

const find = () => Promise.resolve([]);
const disc = { value: 'brake-disc', text: 'Brake disc' };

/** The attributes of each input and button. */
function controlsOf(html: string): Record<string, string>[] {
  return [...html.matchAll(/<(input|button)\b([^>]*)>/g)].map(([, , attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    ),
  );
}

test('a combobox shows the name of what is chosen, sends its value, and can be cleared', () => {
  const html = renderToString(<Combobox label="Part type" name="type" start={disc} find={find} />);
  const [field, hidden, clear] = controlsOf(html);
  expect(field).toMatchObject({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    value: 'Brake disc',
  });
  expect(field).not.toHaveProperty('name');
  expect(hidden).toMatchObject({ type: 'hidden', name: 'type', value: 'brake-disc' });
  expect(clear).toMatchObject({ 'aria-label': 'Clear Part type' });
  expect(html).toContain(`<label for="${field?.['id']}"`);
});

test('where any text may stay, the field itself is sent', () => {
  const start = { value: 'Bosch', text: 'Bosch' };
  const html = renderToString(
    <Combobox label="Brand" name="brand" free start={start} find={find} />,
  );
  expect(controlsOf(html)).toMatchObject([{ name: 'brand', value: 'Bosch' }]);
});

test('a disabled one sends nothing, says why, and cannot be cleared', () => {
  const html = renderToString(
    <Combobox label="Category" name="category" disabled help="Because." start={disc} find={find} />,
  );
  const [field, hidden, ...others] = controlsOf(html);
  expect([field, hidden]).toMatchObject([{ disabled: '' }, { type: 'hidden', disabled: '' }]);
  expect(others).toEqual([]);
  expect(html).toContain(`<p id="${field?.['aria-describedby']}"`);
});

test('a wrong one is marked, and its fault is told beside it', () => {
  const html = renderToString(
    <Combobox label="Part type" name="type" error="There is no such part type." find={find} />,
  );
  const [field] = controlsOf(html);
  expect(field).toMatchObject({ 'aria-invalid': 'true' });
  expect(html).toContain(`<p id="${field?.['aria-describedby']}"`);
});
