import { describe, expect, it } from 'vitest';
import { formErrors, typedIn } from './form-errors.ts';

const nothing = { name: '', email: '', password: '' };
const good = { name: 'Ada', email: 'ada@example.com', password: 'secret' };

describe('the sign-in forms say what is missing (Spec §5)', () => {
  it('on login', () => {
    expect(formErrors.login(nothing)).toEqual({
      email: 'Email is required',
      password: 'Password is required',
    });
    expect(formErrors.login({ ...good, email: 'ada@', password: 'x' })).toEqual({
      email: 'Invalid email address',
    });
    expect(formErrors.login({ ...good, name: '', password: 'x' })).toBeUndefined();
  });

  it('on registration', () => {
    expect(formErrors.register(nothing)).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      password: 'Password is required',
    });
    expect(formErrors.register({ ...good, email: 'ada', password: 'five5' })).toEqual({
      email: 'Invalid email address',
      password: 'Must be 6 character or longer',
    });
    expect(formErrors.register({ ...good, name: 'x'.repeat(121) })).toEqual({
      name: 'Must be one line of at most 120 characters',
    });
    expect(formErrors.register(good)).toBeUndefined();
  });

  it('on a forgotten and on a new password', () => {
    expect(formErrors.resetRequest(nothing)).toEqual({ email: 'Email is required' });
    expect(formErrors.resetRequest({ ...good, email: 'ada@' })).toEqual({
      email: 'Invalid email address',
    });
    expect(formErrors.resetRequest(good)).toBeUndefined();
    expect(formErrors.newPassword({ ...nothing, password: '12345' })).toEqual({
      password: 'Must be 6 character or longer',
    });
    expect(formErrors.newPassword({ ...nothing, password: '      ' })).toBeUndefined();
  });

  it('of a password that is too long, wherever one is typed', () => {
    const long = { ...good, password: 'x'.repeat(129) };
    const said = { password: 'Must be 128 characters or shorter' };
    expect([
      formErrors.login(long),
      formErrors.register(long),
      formErrors.newPassword(long),
    ]).toEqual([said, said, said]);
    expect(formErrors.register({ ...good, password: 'x'.repeat(128) })).toBeUndefined();
  });
});

it('an address is sent trimmed and in lower case, a password as it was typed', () => {
  const form = new FormData();
  form.set('email', '  Ada@Example.COM ');
  form.set('password', '  Pass Word ');
  expect(typedIn(form)).toEqual({ name: '', email: 'ada@example.com', password: '  Pass Word ' });
});
