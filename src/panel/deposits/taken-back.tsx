import type { JSX } from 'preact';
import { recordDeed } from '../../audit-log/index.ts';
import type { TakenBackDeposit } from '../../deposits/index.ts';
import { DomainError } from '../../lib/errors/errors.ts';
import { formatMoney } from '../../pages/index.ts';
import { Moment, Once, WithProof } from '../frame/parts.tsx';
import { Amount, Table } from '../frame/tables.tsx';
import { createOnce } from '../request/once.ts';
import { objectPages, paths, pathTo } from '../request/paths.ts';
import { attempt } from '../request/refusal.ts';
import { type MemberVisit, MONEY, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { DEPOSITS } from './texts.ts';

/** Pays what is owed for a deposit that was taken back (D58). */
export function settleDeposit(services: PanelServices): Route[] {
  const { inbox } = services;
  const once = createOnce(services);
  return [
    {
      method: 'post',
      path: paths.deposits.settle,
      access: MONEY,
      freshProof: true,
      handle: (visit) =>
        attempt({ page: pathTo(visit, paths.deposits.list) }, DEPOSITS[visit.language], async () => {
          const { accountId, actor } = visit;
          try {
            await once(visit, () => async (trx) => {
              const { id, owed, asset } = await inbox.settle(trx, accountId, visit.param('deposit'));
              await recordDeed(trx, accountId, actor, {
                action: 'deposit.settled',
                subject: id,
                details: { owed, asset },
              });
              return { id };
            });
          } catch (error) {
            // Somebody else was faster.
            if (error instanceof DomainError && error.code === 'deposit_nothing_owed') return 'nothing_owed';
            throw error;
          }
          return 'settled';
        }),
    },
  ];
}

/** What the account owes; nothing is shown if that is nothing. */
export function Owed(props: { visit: MemberVisit; owed: readonly TakenBackDeposit[] }): JSX.Element | null {
  const { visit, owed } = props;
  const texts = DEPOSITS[visit.language];
  if (owed.length === 0) return null;
  return (
    <section aria-labelledby="taken-back">
      <h2 id="taken-back">{texts.takenBack}</h2>
      <p>{texts.takenBackHint}</p>
      <WithProof visit={visit}>
        <Table
          label={texts.takenBack}
          headings={[texts.takenBackAt, { number: texts.amount }, { number: texts.owed }, texts.bankSays, '']}
        >
          {owed.map((one) => (
            <tr>
              <td>
                <a href={objectPages.deposit(visit, one.id)}>
                  <Moment visit={visit} at={one.createdAt} />
                </a>
              </td>
              <td class="number">
                <Amount visit={visit} of={one.amount} asset={one.asset} />
              </td>
              <td class="number">
                <Amount visit={visit} of={one.owed} asset={one.asset} />
              </td>
              <td>{one.message}</td>
              <td>
                {MONEY.includes(visit.membership.role) && (
                  <form method="post" action={pathTo(visit, paths.deposits.settle, { deposit: one.id })}>
                    <Once />
                    <button
                      type="submit"
                      aria-label={texts.settleWhich(formatMoney(visit.language, one.owed, one.asset))}
                    >
                      {texts.settle}
                    </button>
                  </form>
                )}
              </td>
            </tr>
          ))}
        </Table>
      </WithProof>
    </section>
  );
}
