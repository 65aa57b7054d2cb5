import type { Area } from '../request/area.ts';
import { MONEY } from '../request/route.ts';
import { findHandIns } from './access.ts';
import { decideOnFile } from './decide.ts';
import { showFile } from './file.tsx';
import { handInFiles } from './list.tsx';
import { BANK_STATEMENTS } from './texts.ts';

/**
 * Statement files of the deployment's own accounts at banks (D42), handed in by the people of the accounts that are trusted
 * with them. Without such accounts there are no routes.
 */
export const bankStatementsArea: Area = {
  group: 'money',
  path: 'bank-statements',
  roles: MONEY,
  accounts: ({ providers }) => findHandIns(providers)?.accounts.flatMap(({ importedBy }) => importedBy) ?? [],
  texts: BANK_STATEMENTS,
  pages: [
    (services) => {
      const handIns = findHandIns(services.providers);
      if (!handIns) return [];
      const parts = { ...services, handIns };
      return [...handInFiles(parts), ...showFile(parts), ...decideOnFile(parts)];
    },
  ],
};
