import type { FileEntry } from '../../../../../src/methods/providers/bank/files/statement-file.ts';

type Written = Pick<FileEntry, 'creditorReferences' | 'texts' | 'references'>;

/** What a bank wrote about an entry, with nothing but the given. */
export function written({
  texts = [],
  creditorReferences = [],
  ...references
}: Partial<Omit<Written, 'references'> & FileEntry['references']>): Written {
  return {
    texts,
    creditorReferences,
    references: {
      servicer: null,
      entry: null,
      endToEnd: null,
      instruction: null,
      transaction: null,
      uetr: null,
      clearing: null,
      message: null,
      paymentInformation: null,
      ...references,
    },
  };
}
