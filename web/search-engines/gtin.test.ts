import { expect, test } from 'vitest';
import { isGtin } from './gtin.ts';

test.each(['96385074', '036000291452', '4006381333931', '400 6381 333931', '10614141000415'])(
  '%s is a GTIN',
  (number) => expect(isGtin(number)).toBe(true),
);

test.each(['4006381333932', '400638133393', 'BK-4006381', '40063813339310', '123456784', ''])(
  '%s is none',
  (number) => expect(isGtin(number)).toBe(false),
);
