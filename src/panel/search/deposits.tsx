import {
  findDepositsOfLinks,
  type FoundDeposit,
  searchDeposits,
  type SearchTerm,
} from '../../search/index.ts';
import { DepositState, Why } from '../deposits/state.tsx';
import { objectPages } from '../request/paths.ts';
import type { MemberVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { type Hit, LIMIT } from './hit.ts';

/** By their payers' names and their codes, links are found, and then what was paid to them. */
export function findDeposits(
  { db, providers }: PanelServices,
  { accountId }: MemberVisit,
  { id, amount, mark }: SearchTerm,
): Promise<FoundDeposit[]> {
  const names = providers.all.map(({ name }) => name);
  return searchDeposits(db.read, { accountId, providers: names, limit: LIMIT }, { id, amount, mark });
}

/** The payments at the searched place. */
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
