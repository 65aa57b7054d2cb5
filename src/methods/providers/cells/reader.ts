import type { Database } from '../../../db/index.ts';
import { nowS } from '../../../lib/outgoing/signature.ts';
import { inTime, type NoticeReader, NoticeRefused, readReport, type Report } from '../../index.ts';
import { type HandedOn, parseNotice, referenceOf } from './notice.ts';
import { findBroughtAlong, insertCellDeposit } from './repository.ts';
import { requireSigned } from './signature.ts';

const MESSAGES = {
  timeout: 'The reports of a cell could not be stored in time.',
  unavailable: 'The reports of a cell could not be stored.',
};

/**
 * Reads notices from another cell. A deposit that the account brought along when it moved here is refused, because its
 * money is in the books already, and the notice waits for an operator.
 */
export function createCellNotices({
  db,
  provider,
  own,
  other,
  keys,
}: {
  db: Pick<Database, 'transaction'>;
  /** The other cell's name as a provider. */
  provider: string;
  own: number;
  other: number;
  keys: readonly string[];
}): NoticeReader {
  /** Stores all that can be recorded, and returns the rest. */
  const keep = (handedOn: readonly HandedOn[]): Promise<ReadonlySet<string>> =>
    db.transaction(async (trx) => {
      const reports = handedOn.map(({ reference, ...one }) => ({ ...one, providerReference: reference }));
      const brought = await findBroughtAlong(trx, reports);
      const known = new Set(
        brought.map(({ provider: first, providerReference: reference }) =>
          referenceOf({ provider: first, reference }),
        ),
      );
      for (const one of handedOn) {
        const reference = referenceOf(one);
        if (!known.has(reference)) insertCellDeposit(trx, { provider, reference, report: one.report });
      }
      return known;
    });

  return {
    authenticate(notice) {
      return Promise.resolve().then(() => {
        requireSigned(notice, keys, nowS());
        const { id, from, to } = parseNotice(notice.body);
        if (from !== other || to !== own)
          throw new NoticeRefused('It is a notice of another cell, or for another one.');
        return id;
      });
    },

    read(bodies, signal) {
      const notices = bodies.map((body) => {
        try {
          return parseNotice(body);
        } catch (error) {
          return error instanceof Error ? error : new Error(String(error));
        }
      });
      const readable = notices.filter((notice): notice is HandedOn => !(notice instanceof Error));
      const kept =
        readable.length === 0
          ? Promise.resolve(new Set<string>())
          : inTime(signal, () => keep(readable), MESSAGES);
      return notices.map(async (notice): Promise<Report> => {
        if (notice instanceof Error) throw notice;
        const reference = referenceOf(notice);
        if ((await kept).has(reference))
          throw new Error(`The account brought the deposit ${reference} along: it is in the books already.`);
        return { type: 'deposit', deposit: readReport(notice.report, reference) };
      });
    },
  };
}
