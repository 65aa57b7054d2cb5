import type { Area, Pages } from '../request/area.ts';
import { MONEY_READERS } from '../request/route.ts';
import { findHandIns, getBankServices } from './access.ts';
import { decideOnFile, discardFile } from './decide.ts';
import { showFile } from './file.tsx';
import { handInFiles } from './list.tsx';
import { BANK_STATEMENTS } from './texts.ts';

const bankPages: Pages = (services) => {
  if (!findHandIns(services.providers)) return [];
  const bank = getBankServices(services);
  return [...handInFiles(bank), ...showFile(bank), ...decideOnFile(bank), ...discardFile.route(bank)];
};

/**
 * Statement files of the deployment's own accounts at banks (D42), handed in by the people of the accounts that are trusted
 * with them. Without such accounts there are no routes.
 */
export const bankStatementsArea: Area = {
  group: 'money',
  path: 'bank-statements',
  roles: MONEY_READERS,
  accounts: ({ providers }) => findHandIns(providers)?.accounts.flatMap(({ importedBy }) => importedBy) ?? [],
  texts: BANK_STATEMENTS,
  pages: [bankPages],
};
