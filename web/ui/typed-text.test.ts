import { expect, test } from 'vitest';
import { typedText } from './typed-text.ts';

test('text of several lines is as it was typed, also when its form was sent with a file', async () => {
  const typed = new FormData();
  typed.set('description', 'Vented.\nFor the front axle.\n');
  typed.set('chosen', new File(['x'], 'disc.webp'));
  const sent = await new Response(typed).formData();
  expect(typedText(sent, 'description')).toBe('Vented.\nFor the front axle.\n');
  expect(typedText(sent, 'chosen')).toBe('');
  expect(typedText(sent, 'none')).toBe('');
});
