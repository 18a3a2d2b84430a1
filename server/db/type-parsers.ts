import pg from 'pg';

const int8 = 20;

/**
 * How column values are parsed, for the embedded database and a server alike: `int8` as a number (money is integer cents,
 * far below 2^53), everything else as `pg` does it (`timestamptz` as a Date).
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format);
  },
};
