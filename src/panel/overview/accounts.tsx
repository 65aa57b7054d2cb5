import type { Cells } from '../../cells/index.ts';
import { fillPath, Subject, Table } from '../../pages/index.ts';
import { FRAME } from '../frame/texts.ts';
import { paths } from '../request/paths.ts';
import type { Page, Route, UserVisit } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { OVERVIEW } from './texts.ts';

/** The choice between the accounts of a user, who may have others in other cells. */
export function chooseAccount({ cells }: Pick<PanelServices, 'cells'>): Route[] {
  return [
    {
      method: 'get',
      path: paths.home,
      access: 'user',
      handle: (visit) => {
        const [first, ...others] = visit.memberships;
        if (!first || others.length > 0) return Promise.resolve({ page: accountsPage(visit, cells.others) });
        return Promise.resolve({ redirect: fillPath(paths.overview.page, { account: first.accountId }) });
      },
    },
    {
      method: 'get',
      path: paths.accounts,
      access: 'user',
      handle: (visit) => Promise.resolve({ page: accountsPage(visit, cells.others) }),
    },
  ];
}

/** The choice between the accounts of a user. */
function accountsPage({ language, memberships }: UserVisit, others: Cells['others']): Page {
  const texts = OVERVIEW[language];
  return {
    title: texts.accounts,
    body: (
      <>
        {memberships.length === 0 ? (
          <p>{texts.noAccount}</p>
        ) : (
          <Table label={texts.accounts} as="records" headings={[texts.account, texts.role]}>
            {memberships.map(({ accountId, accountName, role }) => (
              <tr>
                <Subject href={fillPath(paths.overview.page, { account: accountId })}>{accountName}</Subject>
                <td>{FRAME[language].roles[role]}</td>
              </tr>
            ))}
          </Table>
        )}
        {others.length > 0 && (
          <section>
            <h2>{texts.otherPanels}</h2>
            <p>{texts.otherPanelsHint}</p>
            <Table label={texts.otherPanels} as="records" headings={[texts.address]}>
              {others.map(({ url }) => (
                <tr>
                  <Subject href={`${url}${paths.home}`}>{new URL(url).host}</Subject>
                </tr>
              ))}
            </Table>
          </section>
        )}
      </>
    ),
  };
}
