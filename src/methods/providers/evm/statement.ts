import type { Queryable } from '../../../db/index.ts';
import { money } from '../../../lib/money.ts';
import {
  ProviderFailure,
  type StatementLine,
  type StatementPage,
  type StatementRequest,
} from '../../index.ts';
import type { ChainConfig } from './chain/chains-file.ts';
import { cursorAfter, parseCursor, toLine } from './follower/reporter.ts';
import { FROM_THE_START, listFinalTransfers } from './follower/repository.ts';
import { listSent, type SentRow } from './sender/repository.ts';

const PAGE = 1_000;
/** The beginning of a page of sent transfers; deposits come before all of them. */
const SENT = 'sent ';

/** The movements that became final on the chains within a period. Deposits come first, then sent transfers and gas. */
export async function readStatement(
  on: Queryable,
  chains: readonly Pick<ChainConfig, 'network' | 'coin'>[],
  { from, to, after }: Pick<StatementRequest, 'from' | 'to' | 'after'>,
): Promise<StatementPage> {
  if (after?.startsWith(SENT)) {
    const sent = await listSent(on, { from, to, after: after.slice(SENT.length), limit: PAGE });
    const lastSent = sent[PAGE - 1];
    const coinOf = new Map(chains.map(({ network, coin }) => [network, coin]));
    const lines = sent.map(({ network, asset, ...row }) =>
      toSentLine({ ...row, asset: asset ?? coinOf.get(network) ?? '' }),
    );
    return { lines, next: lastSent && `${SENT}${lastSent.place}` };
  }
  const cursor = after === undefined ? FROM_THE_START : parseCursor(after);
  if (!cursor) throw new ProviderFailure('refused', `${after} is no position in the statement.`);
  const arrived = await listFinalTransfers(on, { from, to, after: cursor, limit: PAGE });
  const lastArrived = arrived[PAGE - 1];
  return { lines: arrived.map(toLine), next: lastArrived ? cursorAfter(lastArrived) : SENT };
}

function toSentLine({
  kind,
  reference,
  asset,
  amount,
  finalAt,
}: Pick<SentRow, 'kind' | 'reference' | 'amount' | 'finalAt'> & { asset: string }): StatementLine {
  return { kind, reference, asset, amount: money(amount).negated(), at: finalAt };
}
