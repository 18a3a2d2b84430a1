import pg from 'pg';
import { parseMoment, timestamptz } from './parse-moment.ts';

const int8 = 20;

/**
 * How column values are parsed, for the embedded database and a server alike: `int8` as a number (money is integer cents,
 * far below 2^53), `timestamptz` as a Date, everything else as `pg` does it.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8 && format !== 'binary') return Number;
    if (oid === timestamptz && format !== 'binary') return parseMoment;
    return pg.types.getTypeParser(oid, format);
  },
};
