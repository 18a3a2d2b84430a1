/** Who asks: anybody, the customer with thousands of orders, or an admin; a page is for anybody. */
export type Asker = 'anybody' | 'customer' | 'admin';

export interface Question {
  readonly name: string;
  readonly by: Asker;
  /** The address of the nth question: another one each time, so that nothing answers from a cache; of a page see `addresses`. */
  readonly address: (n: number) => string;
  /** Of a page: how old it is each time that it is asked for. It is made anew, or asked for again (bench:pages tells what that is). */
  readonly page?: 'anew' | 'again';
  /** How many addresses a page has until the first comes again; default: one. */
  readonly addresses?: number;
}

/** The nth of some, which come again when all were there. */
export const at = <One>(some: readonly One[], n: number): One => some[n % some.length] as One;
