import { describe, expect, it } from 'vitest';
import {
  loginErrors,
  newPasswordErrors,
  registerErrors,
  resetRequestErrors,
  typedIn,
} from './form-errors.ts';

const nothing = { name: '', email: '', password: '' };
const good = { name: 'Ada', email: 'ada@example.com', password: 'secret' };

describe('the sign-in forms say what is missing (Spec §5)', () => {
  it('on login', () => {
    expect(loginErrors(nothing)).toEqual({
      email: 'Email is required',
      password: 'Password is required',
    });
    expect(loginErrors({ ...good, email: 'ada@', password: 'x' })).toEqual({
      email: 'Invalid email address',
    });
    expect(loginErrors({ ...good, name: '', password: 'x' })).toBeUndefined();
  });

  it('on registration', () => {
    expect(registerErrors(nothing)).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      password: 'Password is required',
    });
    expect(registerErrors({ ...good, email: 'ada', password: 'five5' })).toEqual({
      email: 'Invalid email address',
      password: 'Must be 6 character or longer',
    });
    expect(registerErrors({ ...good, name: 'x'.repeat(121) })).toEqual({
      name: 'Must be one line of at most 120 characters',
    });
    expect(registerErrors(good)).toBeUndefined();
  });

  it('on a forgotten and on a new password', () => {
    expect(resetRequestErrors(nothing)).toEqual({ email: 'Email is required' });
    expect(resetRequestErrors({ ...good, email: 'ada@' })).toEqual({
      email: 'Invalid email address',
    });
    expect(resetRequestErrors(good)).toBeUndefined();
    expect(newPasswordErrors({ ...nothing, password: '12345' })).toEqual({
      password: 'Must be 6 character or longer',
    });
    expect(newPasswordErrors({ ...nothing, password: '      ' })).toBeUndefined();
  });

  it('of a password that is too long, wherever one is typed', () => {
    const long = { ...good, password: 'x'.repeat(129) };
    const said = { password: 'Must be 128 characters or shorter' };
    expect([loginErrors(long), registerErrors(long), newPasswordErrors(long)]).toEqual([
      said,
      said,
      said,
    ]);
    expect(registerErrors({ ...good, password: 'x'.repeat(128) })).toBeUndefined();
  });
});

it('an address is sent trimmed and in lower case, a password as it was typed', () => {
  const form = new FormData();
  form.set('email', '  Ada@Example.COM ');
  form.set('password', '  Pass Word ');
  expect(typedIn(form)).toEqual({ name: '', email: 'ada@example.com', password: '  Pass Word ' });
});
