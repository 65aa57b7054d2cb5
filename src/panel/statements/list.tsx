import { findHeld, type HeldBalance, monthsBetween } from '../../ledger/index.ts';
import { formatMonth } from '../../pages/index.ts';
import { Status, Table } from '../frame/tables.tsx';
import { paths } from '../request/paths.ts';
import { MEMBERS, type MemberVisit, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { addressOf } from './statement.tsx';
import { STATEMENTS } from './texts.ts';

/** A statement for each month and asset. */
export function showStatements({ db }: PanelServices): Route[] {
  return [
    {
      method: 'get',
      path: paths.statements.list,
      access: MEMBERS,
      handle: async (visit) => ({ page: statementsPage(visit, await findHeld(db.read, visit.accountId)) }),
    },
  ];
}

/** The list of statements. */
function statementsPage(visit: MemberVisit, { assets, firstDay, today }: HeldBalance): Page {
  const texts = STATEMENTS[visit.language];
  return {
    title: texts.title,
    body:
      firstDay === null ? (
        <p>{texts.none}</p>
      ) : (
        <>
          <p>{texts.intro}</p>
          <Table label={texts.title} headings={[texts.month, texts.statements]}>
            {monthsBetween(firstDay, today).map((month) => (
              <tr>
                <th scope="row">
                  {formatMonth(visit.language, month)}
                  {today.startsWith(month) && (
                    <>
                      {' '}
                      <Status tone="waiting">{texts.notOver}</Status>
                    </>
                  )}
                </th>
                <td>
                  <ul class="choices">
                    {assets.map((asset) => (
                      <li>
                        <a
                          href={addressOf(visit, 'month', asset, month)}
                          aria-label={texts.titleOf(asset, formatMonth(visit.language, month))}
                        >
                          {asset}
                        </a>
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
          </Table>
        </>
      ),
  };
}
