import { memoize } from '../../../../lib/memoize.ts';
import { type NoticeReader, ProviderFailure, type Report } from '../../../index.ts';
import {
  createNoticeIntake,
  isSignedWith,
  requireTimedSignature,
  type TimedSignature,
} from '../../http-rail/index.ts';
import type { MonoClient } from '../client/client.ts';
import { stateOf, Unreadable, type Fields } from '../client/fields.ts';
import type { Attempts } from '../pay-ins/attempts.ts';
import { getTransfer, isReversed } from '../transfers/api.ts';
import type { MonoTransfers } from '../transfers/transfers.ts';
import { subjectOf, type NoticeSubject } from './subject.ts';

const PAID = 'collection.attempt_successful';
const TURNED_AWAY = 'collection.attempt_unsuccessful';
/** Events of a transfer that is still in progress, or has just ended; its waiting caller polls Mono. */
const UNDER_WAY =
  /^outgoing_transfer\.(created|processing|target_resolved|held|sent_to_breb_provider|successful|failed)$/;

/**
 * Mono repeats a webhook for 8.4 hours, and does not document whether it is then signed anew. Its own example allows
 * five minutes, which would refuse every repetition of one that is not.
 */
export const SIGNATURE: TimedSignature = {
  header: 'mono-signature',
  scheme: 'v1',
  encoding: 'hex',
  unitMs: 1_000,
  maxAgeMs: 9 * 3_600_000,
  aheadMs: 5 * 60_000,
};

/**
 * Reads Mono's webhooks. Their content is not documented, so a notice only names the record to read from Mono, and only
 * that record is believed.
 */
export function createMonoNotices({
  client,
  attempts,
  transfers,
  secret,
}: {
  client: MonoClient;
  attempts: Attempts;
  transfers: Pick<MonoTransfers, 'takeBack'>;
  secret: string;
}): NoticeReader {
  return createNoticeIntake<NoticeSubject>({
    requireSigned: (notice) => requireTimedSignature('Mono', notice, SIGNATURE, isSignedWith(secret)),
    subjectOf,
    idOf: ({ id }) => id,
    reporter(all, signal) {
      const listOf = memoize((id: string) => attempts.listOf(id, signal), { maxKnown: all.length + 1 });
      const get = memoize((id: string) => attempts.get(id, signal), { maxKnown: all.length + 1 });

      const attemptOf = async ({ type, attempt, collection }: NoticeSubject): Promise<Fields | undefined> => {
        if (attempt !== undefined && collection === undefined) return get(attempt);
        if (collection === undefined) throw new Unreadable('a notice of an attempt without its id');
        const listed = await listOf(collection);
        const found =
          attempt === undefined
            ? (listed.find((one) => stateOf(one) === 'successful') ??
              listed.find((one) => stateOf(one) === 'created'))
            : listed.find(({ id }) => id === attempt);
        if (found || (attempt === undefined && type === TURNED_AWAY)) return found;
        // Lists may lag, so the notice is read again later.
        throw new ProviderFailure('unavailable', 'Mono does not show yet what its notice is about.');
      };

      return async (subject): Promise<Report> => {
        if (subject.type === PAID || subject.type === TURNED_AWAY) {
          const attempt = await attemptOf(subject);
          const [deposit] = attempt ? await attempts.toDeposits([attempt]) : [];
          return deposit ? { type: 'deposit', deposit } : { type: 'nothing' };
        }
        if (!subject.type.startsWith('outgoing_transfer.') || subject.transfer === undefined)
          return { type: 'nothing' };
        const moved = { type: 'transfer', providerReference: subject.transfer } as const;
        if (UNDER_WAY.test(subject.type)) return moved;
        // The report of a reversal is not documented.
        const transfer = await getTransfer(client, subject.transfer, signal);
        if (!transfer || !isReversed(transfer)) return moved;
        const returned = await transfers.takeBack(transfer);
        return returned ? { type: 'return', returned } : moved;
      };
    },
  });
}
