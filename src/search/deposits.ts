import type { Queryable } from '../db/index.ts';
import {
  findDepositsByAmount,
  findDepositsById,
  findDepositsByProof,
  findDepositsByReference,
  findDepositsBySender,
  findDepositsOfLinks,
  type FoundDeposit,
} from './repository.ts';
import type { SearchTerm } from './search-term.ts';

/**
 * An account's deposits by their id, link, amount, tracking key, hash, sender or reference. Returns the newest `limit`
 * by each, and each once. `providers` are those whose references it can be. By their payers' names, links are found.
 */
export async function searchDeposits(
  on: Queryable,
  { accountId, providers, limit }: { accountId: string; providers: string[]; limit: number },
  { id, code, amount, mark }: Partial<Pick<SearchTerm, 'id' | 'code' | 'amount' | 'mark'>>,
): Promise<FoundDeposit[]> {
  const found = await Promise.all([
    id === undefined ? [] : findDepositsById(on, { accountId, id }),
    code === undefined ? [] : findDepositsOfLinks(on, { accountId, codes: [code], limit }),
    amount === undefined ? [] : findDepositsByAmount(on, { accountId, amount, limit }),
    ...(mark === undefined
      ? []
      : [
          findDepositsByProof(on, { accountId, mark, limit }),
          findDepositsBySender(on, { accountId, mark, limit }),
          findDepositsByReference(on, { accountId, mark, providers, limit }),
        ]),
  ]);
  return [...new Map(found.flat().map((deposit) => [deposit.id, deposit])).values()];
}
