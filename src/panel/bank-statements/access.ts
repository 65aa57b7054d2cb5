import { DomainError } from '../../lib/errors/errors.ts';
import { isId } from '../../lib/ids.ts';
import type { HandInAccount, HandIns, OpenFile, Providers } from '../../methods/index.ts';
import type { MemberVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';

export interface BankServices extends PanelServices {
  handIns: HandIns;
}

/** The provider's part of it; undefined when no provider takes files that people hand in. */
export function findHandIns({ all }: Providers): HandIns | undefined {
  return all.find(({ handIns }) => handIns !== undefined)?.handIns;
}

/** Throws `route_not_found` when no provider takes files that people hand in. */
export function getBankServices(services: PanelServices): BankServices {
  const handIns = findHandIns(services.providers);
  if (!handIns) throw new DomainError('route_not_found');
  return { ...services, handIns };
}

/** The bank accounts whose statements this account's people may hand in. Throws `route_not_found` if there is none. */
export function getBankAccounts({ handIns }: BankServices, { accountId }: MemberVisit): HandInAccount[] {
  const accounts = handIns.accounts.filter(({ importedBy }) => importedBy.includes(accountId));
  if (accounts.length === 0) throw new DomainError('route_not_found');
  return accounts;
}

/** The file in the path. Throws `route_not_found` when it is another account's, or is no longer kept. */
export async function getFile(services: BankServices, visit: MemberVisit): Promise<OpenFile> {
  getBankAccounts(services, visit);
  const id = visit.param('file');
  const file = isId(id)
    ? await services.handIns.files.find(services.db.read, { accountId: visit.accountId, id })
    : undefined;
  if (!file) throw new DomainError('route_not_found');
  return file;
}
