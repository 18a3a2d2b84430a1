import { mostLines } from '#contract/list-limits.ts';
import type { WrittenLine } from '#contract/list-lines.ts';

/** The list of an account, and its version there. */
export interface AccountList {
  readonly lines: readonly WrittenLine[];
  readonly version: number;
}

/** The list as this browser keeps it. */
export interface StoredList {
  /** The e-mail address of whose account it is; null: a guest's. */
  readonly owner: string | null;
  readonly lines: readonly WrittenLine[];
  /** The account's list as this browser knows it: both were the same then. Null before that, and for guests. */
  readonly account: AccountList | null;
  /** What is being sent to the account. Left there where the answer was lost: the account may have it as its next version. */
  readonly sent?: readonly WrittenLine[] | undefined;
}

/** A guest's list without lines. */
export const noList: StoredList = { owner: null, lines: [], account: null };

/** The list in a stored text; an empty one when there is none, or not all of it makes sense. */
export function parseList(raw: string | null): StoredList {
  try {
    const { owner, lines, account, sent } = JSON.parse(raw ?? '{}') as Partial<StoredList>;
    const version = account?.version;
    return {
      owner: typeof owner === 'string' ? owner : null,
      lines: linesIn(lines),
      account: typeof version === 'number' ? { lines: linesIn(account?.lines), version } : null,
      ...(sent !== undefined && { sent: linesIn(sent) }),
    };
  } catch {
    return noList;
  }
}

function linesIn(value: unknown): readonly WrittenLine[] {
  return Array.isArray(value) ? value.filter(isLine).slice(0, mostLines).map(withPieces) : [];
}

/** A list of an earlier version may have a line of 0 pieces, with which the account takes none of them. */
function withPieces(line: WrittenLine): WrittenLine {
  return line.quantity === 0 ? { ...line, quantity: null } : line;
}

function isLine(value: Partial<WrittenLine> | null): value is WrittenLine {
  return (
    typeof value?.number === 'string' &&
    (value.quantity === null || Number.isSafeInteger(value.quantity)) &&
    (value.productId === undefined || typeof value.productId === 'string')
  );
}
