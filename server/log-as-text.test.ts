import { expect, test } from 'vitest';
import { logAsText } from './log-as-text.ts';
import { shopLogger } from './log.ts';

function written(
  log: (logger: ReturnType<typeof shopLogger>) => void,
  shown: Parameters<typeof logAsText>[1] = {},
): string[] {
  const lines: string[] = [];
  log(
    shopLogger(
      'info',
      logAsText((line) => void lines.push(line), shown),
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

test('requests that went well are left out, unless everything is to be seen', () => {
  const log = (logger: ReturnType<typeof shopLogger>) => {
    logger.info({ route: '/api/parts', status: 200 }, 'answered');
    logger.warn({ route: '/api/parts', status: 500 }, 'answered');
  };
  const failed = 'Warning: answered (route /api/parts, status 500)';
  expect(written(log)).toEqual([failed]);
  expect(written(log, { requests: true })).toEqual([
    'answered (route /api/parts, status 200)',
    failed,
  ]);
});

test('an error comes with its stack', () => {
  const err = new TypeError('x is not a function');
  const [line] = written((log) => log.error({ err }, 'an admin command failed'));
  expect(line).toMatch(
    /^Error: an admin command failed\nTypeError: x is not a function\n +at .*log-as-text\.test/,
  );
});
