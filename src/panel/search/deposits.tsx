import { DepositState, Why } from '../deposits/state.tsx';
import { objectPages } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { type Hit, LIMIT } from './hit.ts';
import {
  findDepositsByAmount,
  findDepositsById,
  findDepositsByProof,
  findDepositsByReference,
  findDepositsBySender,
  findDepositsOfLinks,
  type FoundDeposit,
} from './repository.ts';
import type { Sought } from './sought.ts';

/** Deposits by id, amount, tracking key, hash, sender or reference. By their payers' names, links are found. */
export async function findDeposits(
  { db, providers }: PanelServices,
  { accountId }: MemberVisit,
  { id, amount, mark }: Sought,
): Promise<FoundDeposit[]> {
  const names = providers.all.map(({ name }) => name);
  const found = await Promise.all([
    id === undefined ? [] : findDepositsById(db.read, { accountId, id }),
    amount === undefined ? [] : findDepositsByAmount(db.read, { accountId, amount, limit: LIMIT }),
    ...(mark === undefined
      ? []
      : [
          findDepositsByProof(db.read, { accountId, mark, limit: LIMIT }),
          findDepositsBySender(db.read, { accountId, mark, limit: LIMIT }),
          findDepositsByReference(db.read, { accountId, mark, providers: names, limit: LIMIT }),
        ]),
  ]);
  return found.flat();
}

/** What was paid where it was searched for. */
export async function findPayments(
  { db }: PanelServices,
  { accountId }: MemberVisit,
  codes: string[],
): Promise<FoundDeposit[]> {
  return codes.length === 0 ? [] : findDepositsOfLinks(db.read, { accountId, codes, limit: LIMIT });
}

export function depositHit(visit: MemberVisit, deposit: FoundDeposit): Hit {
  const { id, asset, amount, createdAt: at } = deposit;
  return {
    id,
    href: objectPages.deposit(visit, id),
    title: deposit.description,
    notes: [deposit.payerName, deposit.method, deposit.paymentLinkCode],
    status: (
      <>
        <DepositState deposit={deposit} /> <Why deposit={deposit} />
      </>
    ),
    amount: { amount, asset },
    at,
  };
}
