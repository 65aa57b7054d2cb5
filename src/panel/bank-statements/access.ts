import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import {
  findOpenFile,
  type Bank,
  type BankAccountConfig,
  type OpenFile,
} from '../../methods/providers/bank/index.ts';
import type { MemberVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';

export interface BankServices extends PanelServices {
  bank: Bank;
}

/** The bank accounts whose statements this account's people may hand in. Throws `route_not_found` if there is none. */
export function getBankAccounts({ bank }: BankServices, { accountId }: MemberVisit): BankAccountConfig[] {
  const accounts = bank.accounts.filter(({ importedBy }) => importedBy.includes(accountId));
  if (accounts.length === 0) throw new DomainError('route_not_found');
  return accounts;
}

/** The file in the path. Throws `route_not_found` when it is another account's, or is no longer kept. */
export async function getFile(services: BankServices, visit: MemberVisit): Promise<OpenFile> {
  getBankAccounts(services, visit);
  const id = visit.param('file');
  const file = isId(id)
    ? await findOpenFile(services.db.read, { accountId: visit.accountId, id })
    : undefined;
  if (!file) throw new DomainError('route_not_found');
  return file;
}
