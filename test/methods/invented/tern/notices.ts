import { memoize } from '../../../../src/lib/memoize.ts';
import type { NoticeReader } from '../../../../src/methods/index.ts';
import {
  createNoticeIntake,
  isSignedWith,
  requireTimedSignature,
  type Fields,
  type TimedSignature,
} from '../../../../src/methods/providers/http-rail/index.ts';
import { reader, textOf, type TernClient } from './client.ts';
import { getDeposit, reportOf } from './pay-ins.ts';
import type { Payments } from './payments.ts';

const SIGNATURE: TimedSignature = {
  ...{ header: 'tern-signature', scheme: 'v1', encoding: 'hex', unitMs: 1_000 },
  ...{ maxAgeMs: 5 * 60_000, aheadMs: 5 * 60_000 },
};

export function createTernNotices(client: TernClient, payments: Payments, secret: string): NoticeReader {
  return createNoticeIntake<Fields>({
    requireSigned: (notice) => requireTimedSignature(reader.rail, notice, SIGNATURE, isSignedWith(secret)),
    subjectOf: reader.noticeOf,
    idOf: (notice) => textOf(notice, 'id'),
    reporter(all, signal) {
      const deposit = memoize((id: string) => getDeposit(client, id, signal), { maxKnown: all.length + 1 });
      const payment = memoize((id: string) => payments.find(id, signal), { maxKnown: all.length + 1 });
      return async (notice) => {
        const subject = textOf(notice, 'subject');
        switch (textOf(notice, 'type')) {
          case 'deposit.updated':
            return reportOf(await deposit(subject));
          case 'payment.updated': {
            const moved = await payment(subject);
            if (!moved) return { type: 'nothing' };
            const returned = await payments.findReturn(moved);
            return returned
              ? { type: 'return', returned }
              : { type: 'transfer', providerReference: textOf(moved, 'id') };
          }
          default:
            return { type: 'nothing' };
        }
      };
    },
  });
}
