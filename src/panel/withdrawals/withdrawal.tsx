import type { StoredEvent } from '../../events/index.ts';
import { findMovementsOf, type Movement } from '../../ledger/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import { formatMoney } from '../../pages/index.ts';
import { findTransferEvents, withdrawals as records, type Withdrawal } from '../../transfers/index.ts';
import { findBatchOf } from '../../withdrawal-batches/index.ts';
import { readBankDayFacts } from '../approvals/bank-days.ts';
import { Decision, requestFacts, requestSteps } from '../approvals/parts.tsx';
import { type ApprovalView, isWaiting, readRequest, type Requested } from '../approvals/requested.ts';
import { APPROVALS } from '../approvals/texts.ts';
import { describeDestination } from '../frame/destination.ts';
import { Cep } from '../frame/cep.tsx';
import { detailOf, type Fact } from '../frame/detail.tsx';
import { FAILURES } from '../frame/failures.ts';
import { Amount } from '../frame/parts.tsx';
import { History, Movements, type Step } from '../frame/trace.tsx';
import { Waits } from '../frame/waits.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import { type MemberVisit, type Page, READERS } from '../request/route.ts';
import { State } from './state.tsx';
import { WITHDRAWALS } from './texts.ts';

/** Everything that is known of one withdrawal. */
interface WithdrawalDetail extends Requested<Withdrawal> {
  movements: readonly Movement[];
  events: readonly StoredEvent[];
  approval: ApprovalView | undefined;
  /** When a bank would pay it, while it waits. */
  bankDays: readonly Fact[];
  /** The batch and the line that it came from. */
  batch: Awaited<ReturnType<typeof findBatchOf>>;
}

/** One withdrawal. */
export const showWithdrawal = pageOf(paths.withdrawals.withdrawal, READERS, async (visit, services) => {
  const { db } = services;
  const { accountId } = visit;
  const id = visit.param('withdrawal');
  const withdrawal = isId(id) ? await records.find(db.read, accountId, id) : undefined;
  if (!withdrawal) throw new DomainError('withdrawal_not_found');
  const [{ request, approval }, movements, events, batch] = await Promise.all([
    readRequest(db.read, withdrawal),
    findMovementsOf(db.read, { accountId, sourceObject: 'withdrawal', sourceId: id }),
    findTransferEvents(db.read, withdrawal),
    findBatchOf(db.read, { accountId, withdrawalId: id }),
  ]);
  const requested = { transfer: withdrawal, request };
  const sentAt = isWaiting(requested) ? (request?.goesAt ?? visit.now) : undefined;
  const bankDays = await readBankDayFacts(visit, services, [withdrawal.method], sentAt);
  const detail = { ...requested, approval, bankDays, movements, events, batch };
  return withdrawalPage(visit, detail);
});

function withdrawalPage(visit: MemberVisit, detail: WithdrawalDetail): Page {
  const texts = WITHDRAWALS[visit.language];
  const { transfer, movements, events, approval } = detail;
  return detailOf({
    title: texts.titleOf(formatMoney(visit.language, transfer.amount, transfer.asset)),
    back: { href: pathTo(visit, paths.withdrawals.list), label: texts.all },
    record: transfer.id,
    outcomes: texts,
    headline: <State of={detail} />,
    facts: factsOf(visit, detail),
    children: (
      <>
        <Waits of={transfer} />
        <Decision of={detail} approval={approval} to={targetOf(detail)} />
        <History title={texts.history} steps={stepsOf(visit, detail)} events={events} />
        {transfer.finishedAt && (
          <Cep
            of={{
              at: transfer.finishedAt,
              trackingKey: transfer.trackingKey,
              to: 'clabe' in transfer.destination ? transfer.destination.clabe : undefined,
              amount: transfer.toAmount,
            }}
          />
        )}
        <Movements of={movements} />
      </>
    ),
  });
}

/** The saved destination by its name, and the account that it is. */
function targetOf({ transfer, request }: WithdrawalDetail): string {
  const account = describeDestination(transfer.destination);
  return request?.destinationLabel ? `${request.destinationLabel} (${account})` : account;
}

function factsOf(visit: MemberVisit, detail: WithdrawalDetail): Fact[] {
  const texts = WITHDRAWALS[visit.language];
  const { requestedBy, operator } = APPROVALS[visit.language];
  const { transfer, request, batch } = detail;
  const { asset, amount, fee, toAsset, toAmount, failureReason: reason } = transfer;
  return [
    [texts.amount, <Amount of={amount} asset={asset} />],
    [texts.fee, <Amount of={fee} asset={asset} />],
    [texts.net, <Amount of={toAmount} asset={toAsset} />],
    [
      texts.batch,
      batch && <a href={pathTo(visit, paths.batches.batch, { batch: batch.id })}>{batch.title}</a>,
    ],
    [texts.reference, batch?.reference],
    [texts.note, batch?.note && <span dir="auto">{batch.note}</span>],
    [texts.destination, request?.destinationLabel],
    [texts.method, transfer.method],
    [texts.account, describeDestination(transfer.destination)],
    ...(request ? requestFacts(visit, detail) : [[requestedBy, operator] as const]),
    ...detail.bankDays,
    [texts.reason, reason && FAILURES[visit.language][reason]],
    [texts.providerSays, reason !== 'NOT_APPROVED' && transfer.failureMessage],
    [texts.providerReference, transfer.providerReference],
  ];
}

function stepsOf(visit: MemberVisit, { transfer, request }: WithdrawalDetail): Step[] {
  const { steps } = WITHDRAWALS[visit.language];
  const { status, createdAt, finishedAt, returnedAt } = transfer;
  const outcome = [
    ...(finishedAt ? [{ at: finishedAt, what: status === 'failed' ? steps.failed : steps.completed }] : []),
    ...(returnedAt ? [{ at: returnedAt, what: steps.returned }] : []),
  ];
  if (request) return requestSteps(visit, request, outcome);
  const texts = APPROVALS[visit.language];
  return [{ at: createdAt, what: texts.steps.requested(texts.operator) }, ...outcome];
}
