import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mostLines } from '#contract/list-limits.ts';
import type { WrittenLine } from '#contract/list-lines.ts';
import { ApiError } from '#web/api/api-error.ts';
import { bringTogether, type AccountCalls } from './bring-together.ts';
import { changeLines, storedList, storeList } from './order-list.ts';
import { noList } from './stored-list.ts';

const line = (number: string, quantity: number): WrittenLine => ({ number, quantity });
const email = 'ana@example.com';
const owner = { email, isHere: () => true };

/** The account's list as a shop keeps it. */
class Shop implements AccountCalls {
  kept: { lines: readonly WrittenLine[]; version: number } = { lines: [], version: 0 };
  reads = 0;
  writes = 0;
  down = false;
  /** Does what it is asked, and its answer is lost. */
  losesAnswers = false;

  /** A change on another device. */
  elsewhere(...lines: WrittenLine[]): void {
    this.kept = { lines, version: this.kept.version + 1 };
  }

  read = () => this.#answer(() => (this.reads += 1));

  write = ({ lines, version }: Shop['kept']) =>
    this.#answer(() => {
      this.writes += 1;
      if (version !== this.kept.version) throw new ApiError(409, 'list_changed', 'Changed.');
      this.elsewhere(...lines);
    });

  async #answer(act: () => unknown): Promise<Shop['kept']> {
    await Promise.resolve();
    if (this.down) throw new ApiError(0, 'network', 'No connection.');
    act();
    if (this.losesAnswers) throw new ApiError(0, 'network', 'No connection.');
    return this.kept;
  }
}

let shop: Shop;
const add = (...more: WrittenLine[]) => changeLines((lines) => [...lines, ...more]);
const here = () => storedList().lines.map(({ number, quantity }) => `${number}=${quantity}`);
const there = () => shop.kept.lines.map(({ number, quantity }) => `${number}=${quantity}`);
const sync = (anew = false) => bringTogether(owner, shop, anew);

beforeEach(() => {
  shop = new Shop();
  storeList(noList);
});

describe("a customer's list", () => {
  it("gets what they wrote as a guest, once, with the account's lines first", async () => {
    shop.elsewhere(line('A', 100), line('B', 200));
    add(line('b', 300), line('C', 400));
    expect(await sync()).toBe(false);
    expect(await sync()).toBe(false);
    for (const side of [here(), there()]) expect(side).toEqual(['A=100', 'B=300', 'C=400']);
    expect([shop.reads, shop.writes]).toEqual([1, 1]);
  });

  it('is sent when it changes, without reading it again', async () => {
    await sync();
    storeList({ ...storedList(), lines: [line('A', 1)] });
    await sync();
    expect(there()).toEqual(['A=1']);
    expect([shop.reads, shop.writes]).toEqual([1, 1]);
  });

  it('changed on two devices has the lines of both, and says so', async () => {
    await sync();
    shop.elsewhere(line('X', 1));
    storeList({ ...storedList(), lines: [line('A', 2)] });
    expect(await sync()).toBe(true);
    for (const side of [here(), there()]) expect(side).toEqual(['X=1', 'A=2']);
  });

  it('shows what another device changed when it is read anew', async () => {
    await sync();
    shop.elsewhere(line('X', 1));
    expect(await sync()).toBe(false);
    expect(here()).toEqual([]);
    expect(await sync(true)).toBe(true);
    expect(here()).toEqual(['X=1']);
  });

  it('keeps every line while the shop cannot be reached, and sends them later', async () => {
    await sync();
    storeList({ ...storedList(), lines: [line('A', 2)] });
    shop.down = true;
    await expect(sync()).rejects.toThrow('No connection.');
    expect(here()).toEqual(['A=2']);
    shop.down = false;
    await sync();
    expect(there()).toEqual(['A=2']);
  });

  it('forgets a change that is taken back, also when the page was left before its sending was answered', async () => {
    storeList({ ...noList, lines: [line('A', 1), line('B', 2)] });
    await sync();
    storeList({ ...storedList(), lines: [line('A', 1), line('B', 2), line('C', 3)] });
    shop.losesAnswers = true;
    await expect(sync()).rejects.toThrow('No connection.');
    expect(there()).toEqual(['A=1', 'B=2', 'C=3']);
    shop.losesAnswers = false;
    storeList({ ...storedList(), lines: [line('A', 1), line('B', 2)] });
    expect(await sync()).toBe(false);
    for (const side of [here(), there()]) expect(side).toEqual(['A=1', 'B=2']);
    expect(await sync(true)).toBe(false);
  });

  it('has the lines of both, when another device wrote before an answer that was lost', async () => {
    await sync();
    storeList({ ...storedList(), lines: [line('A', 1)] });
    shop.losesAnswers = true;
    await expect(sync()).rejects.toThrow('No connection.');
    shop.losesAnswers = false;
    shop.elsewhere(line('A', 1), line('X', 9));
    expect(await sync()).toBe(true);
    for (const side of [here(), there()]) expect(side).toEqual(['A=1', 'X=9']);
  });

  it('gets lines that were added while it was being sent', async () => {
    await sync();
    storeList({ ...storedList(), lines: [line('A', 2)] });
    const sent = sync();
    storeList({ ...storedList(), lines: [line('A', 2), line('B', 3)] });
    await sent;
    expect(there()).toEqual(['A=2', 'B=3']);
  });

  it('is not mixed with that of somebody who was signed in here before', async () => {
    storeList({ owner: 'bob@example.com', lines: [line('B', 1)], account: null });
    shop.elsewhere(line('A', 100));
    await sync();
    for (const side of [here(), there()]) expect(side).toEqual(['A=100']);
  });

  it('is left alone when its owner signs out meanwhile', async () => {
    add(line('G', 1));
    await bringTogether({ email, isHere: () => false }, shop, false);
    expect(storedList().owner).toBe(null);
    expect(there()).toEqual([]);
  });
});

describe('two lists with more lines than one may have', () => {
  const some = (count: number, letter: string) =>
    Array.from({ length: count }, (_, at) => line(`${letter}${at + 1}`, 100));
  const said = vi.spyOn(toast, 'error');
  const toasts = () => said.mock.calls.map(([message]) => message);
  beforeEach(() => said.mockClear());
  afterEach(() => toast.remove());

  it("keep the account's lines and as many of a guest's as fit, and say so once", async () => {
    const [ofAccount, ofGuest] = [some(400, 'A'), some(200, 'G')];
    shop.elsewhere(...ofAccount);
    add(...ofGuest);
    await sync();
    await sync(true);
    const kept = [...ofAccount, ...ofGuest].slice(0, mostLines);
    expect([storedList().lines, shop.kept.lines]).toEqual([kept, kept]);
    expect(toasts()).toEqual(['A list has at most 500 lines: 100 of this browser found no room.']);
  });

  it('keep what another device wrote, and as many of this one as fit', async () => {
    add(...some(300, 'A'));
    await sync();
    shop.elsewhere(...some(300, 'A'), ...some(150, 'X'));
    storeList({ ...storedList(), lines: [...some(300, 'A'), ...some(51, 'H')] });
    expect(await sync()).toBe(true);
    const kept = [...some(300, 'A'), ...some(150, 'X'), ...some(50, 'H')];
    expect([storedList().lines, shop.kept.lines]).toEqual([kept, kept]);
    expect(toasts()).toEqual(['A list has at most 500 lines: 1 of this browser found no room.']);
  });

  it('say nothing when there is room, or when nothing is joined', async () => {
    shop.elsewhere(...some(400, 'A'));
    add(...some(100, 'G'));
    await sync();
    storeList({ owner: 'bob@example.com', lines: some(500, 'B'), account: null });
    await sync();
    expect(storedList().lines).toHaveLength(mostLines);
    expect(toasts()).toEqual([]);
  });
});
