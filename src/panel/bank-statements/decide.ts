import { recordDeed } from '../../audit-log/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { paths, pathTo } from '../request/paths.ts';
import { attempt, attemptForm } from '../request/refusal.ts';
import { MONEY, type Route } from '../request/route.ts';
import { getFile, type BankServices } from './access.ts';
import { confirmFile } from './confirm.ts';
import { readFilePage } from './file.tsx';
import { BANK_STATEMENTS } from './texts.ts';

/** What a person does with a file once they have seen its summary. */
export function decideOnFile(services: BankServices): Route[] {
  return [
    {
      method: 'post',
      path: paths.bankStatements.confirm,
      access: MONEY,
      freshProof: true,
      handle: (visit) =>
        attemptForm(
          pathTo(visit, paths.bankStatements.file, { file: visit.param('file') }),
          BANK_STATEMENTS.en,
          () => confirmFile(services, visit),
          (problem) => readFilePage(services, visit, problem),
        ),
    },
    {
      method: 'post',
      path: paths.bankStatements.discard,
      access: MONEY,
      freshProof: true,
      handle: (visit) =>
        attempt({ page: pathTo(visit, paths.bankStatements.list) }, BANK_STATEMENTS.en, async () => {
          const { accountId, actor } = visit;
          const { id, name, sha256 } = await getFile(services, visit);
          await services.db.transaction(async (trx) => {
            if ((await services.handIns.files.discard(trx, { accountId, id })) === 0) {
              throw new DomainError('route_not_found');
            }
            await recordDeed(trx, accountId, actor, {
              ...{ action: 'bank_statement.discarded', subject: id },
              details: { name, sha256 },
            });
          });
          return 'discarded';
        }),
    },
  ];
}
