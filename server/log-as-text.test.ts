import { expect, test } from 'vitest';
import { logAsText } from './log-as-text.ts';
import { shopLogger } from './log.ts';

function written(log: (logger: ReturnType<typeof shopLogger>) => void): string[] {
  const lines: string[] = [];
  log(
    shopLogger(
      'info',
      logAsText((line) => void lines.push(line)),
    ),
  );
  return lines;
}

test('an entry is a sentence, without process, machine and time', () => {
  expect(written((log) => log.info('Server listening at http://127.0.0.1:3000'))).toEqual([
    'Server listening at http://127.0.0.1:3000',
  ]);
});

test('what somebody has to look at says so, with what is known of it', () => {
  expect(
    written((log) => {
      log.warn({ orderId: 'o1', tries: 3 }, 'a refund could not be made yet');
      log.debug('not at this level');
    }),
  ).toEqual(['Warning: a refund could not be made yet (orderId o1, tries 3)']);
});

test('what came from outside cannot steer the terminal', () => {
  expect(written((log) => log.warn({ name: '\u001B[2Jx' }, 'odd\u0007'))).toEqual([
    'Warning: odd? (name ?[2Jx)',
  ]);
});

test('an error comes with its stack', () => {
  const err = new TypeError('x is not a function');
  const [line] = written((log) => log.error({ err }, 'an admin command failed'));
  expect(line).toMatch(
    /^Error: an admin command failed\nTypeError: x is not a function\n +at .*log-as-text\.test/,
  );
});
