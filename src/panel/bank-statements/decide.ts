import { recordAction } from '../../audit-log/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { withQuery } from '../../pages/index.ts';
import { actionOf } from '../frame/action.tsx';
import { paths, pathTo } from '../request/paths.ts';
import { refusalOf } from '../request/refusal.ts';
import { MONEY, type Route } from '../request/route.ts';
import { type BankServices, getBankServices, getFile } from './access.ts';
import { confirmFile } from './confirm.ts';
import { BANK_STATEMENTS } from './texts.ts';

export const discardFile = actionOf({
  path: paths.bankStatements.discard,
  access: MONEY,
  freshProof: true,
  texts: BANK_STATEMENTS,
  page: paths.bankStatements.list,
  act: async (trx, visit, services) => {
    const bank = getBankServices(services);
    const { id, name, sha256 } = await getFile(bank, visit);
    const { accountId, actor } = visit;
    if ((await bank.handIns.files.discard(trx, { accountId, id })) === 0) {
      throw new DomainError('route_not_found');
    }
    const details = { name, sha256 };
    await recordAction(trx, accountId, actor, { action: 'bank_statement.discarded', subject: id, details });
  },
  flash: 'discarded',
});

/** The decisions on a file once a person has seen its summary. */
export function decideOnFile(services: BankServices): Route[] {
  return [
    {
      method: 'post',
      path: paths.bankStatements.confirm,
      access: MONEY,
      freshProof: true,
      handle: async (visit) => {
        const page = pathTo(visit, paths.bankStatements.file, { file: visit.param('file') });
        try {
          return { redirect: withQuery(page, { flash: await confirmFile(services, visit) }) };
        } catch (error) {
          const on = { form: paths.bankStatements.confirm, page: paths.bankStatements.file };
          return refusalOf(error, on, BANK_STATEMENTS.en.problems);
        }
      },
    },
  ];
}
