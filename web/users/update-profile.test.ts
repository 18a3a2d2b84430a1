import { expect, test } from 'vitest';
import { profileErrors } from './update-profile.ts';

const empty = { phone: '', address: '', education: '', linkedin: '' };

test('a profile may be left empty', () => {
  expect(profileErrors(empty)).toBeUndefined();
});

test('LinkedIn takes http and https addresses only', () => {
  expect(profileErrors({ ...empty, linkedin: 'https://www.linkedin.com/in/ada' })).toBeUndefined();
  const refused = ['javascript:alert(1)', 'linkedin.com/in/ada', 'data:text/html,x', 'https://'];
  expect(refused.map((linkedin) => profileErrors({ ...empty, linkedin }))).toEqual(
    refused.map(() => ({ linkedin: 'Must be an address that begins with https:// or http://' })),
  );
});

test('each field that cannot be taken has its own sentence', () => {
  expect(profileErrors({ ...empty, phone: '1'.repeat(41), address: 'a\0b' })).toEqual({
    phone: 'Must be one line of at most 40 characters.',
    address: 'Must be plain text of at most 500 characters.',
  });
});
