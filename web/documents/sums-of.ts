import type { PrintedDocument } from '#contract/documents.ts';

/** A line below the table; dollars. */
interface Sum {
  readonly name: string;
  readonly amount: number;
  readonly strong?: boolean;
}

/** What stands below the lines, without what is nothing; packing slips have no prices. */
export function sumsOf(document: PrintedDocument): Sum[] {
  switch (document.kind) {
    case 'packing-slip':
      return [];
    case 'confirmation': {
      const { ordered, cancelled, total, paid, open } = document.sums;
      return [
        ...(cancelled > 0
          ? [
              { name: 'Ordered', amount: ordered },
              { name: 'Cancelled', amount: -cancelled },
            ]
          : []),
        { name: 'Total', amount: total, strong: true },
        ...(paid > 0 ? [{ name: 'Paid', amount: paid }] : []),
        ...(open > 0 ? [{ name: 'To be paid', amount: open }] : []),
      ];
    }
    case 'receipt': {
      const { collected, returned, paid } = document.sums;
      return [
        ...(returned > 0
          ? [
              { name: 'Collected', amount: collected },
              { name: 'Given back at once', amount: -returned },
            ]
          : []),
        { name: 'Paid', amount: paid, strong: true },
      ];
    }
    case 'credit-note':
      return [{ name: 'Refunded', amount: document.refunded, strong: true }];
  }
}
