import type { JSX } from 'preact';
import { findHeld, type HeldBalance, type Month, monthsSince } from '../../ledger/index.ts';
import { findProfile, mailWorkbook } from '../../month-profiles/index.ts';
import { formatMonth, Status, Table, withQuery } from '../../pages/index.ts';
import {
  getsStatements,
  sendStatements,
  stopStatements,
  type Subscriber,
} from '../../statement-mails/index.ts';
import { OWNERS } from '../../people/index.ts';
import { actionOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Outcome } from '../frame/parts.tsx';
import { pageOf } from '../request/area.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, MONEY, type MemberVisit, type Page } from '../request/route.ts';
import { addressOf } from './addresses.ts';
import { STATEMENTS } from './texts.ts';

/** Subscribes this person to the monthly statements by e-mail, or unsubscribes them. */
export const mailStatements = actionOf({
  path: paths.statements.mail,
  access: MONEY,
  freshProof: false,
  texts: STATEMENTS,
  page: paths.statements.list,
  act: async (trx, visit) => {
    const isWanted = visit.field('wanted') === 'yes';
    await (isWanted ? sendStatements : stopStatements)(trx, subscriberOf(visit), visit.actor);
    return { isWanted };
  },
  flash: ({ isWanted }) => (isWanted ? 'mailed' : 'not_mailed'),
});

/** Has the monthly e-mails to everybody carry the workbook, or not; for owners. */
export const attachWorkbook = actionOf({
  path: paths.statements.mailWorkbook,
  access: OWNERS,
  freshProof: true,
  texts: STATEMENTS,
  page: paths.statements.list,
  act: async (trx, visit) => {
    const isWanted = visit.field('wanted') === 'yes';
    await mailWorkbook(trx, visit.accountId, visit.actor, isWanted);
    return { isWanted };
  },
  flash: ({ isWanted }) => (isWanted ? 'attached' : 'not_attached'),
});

/** A statement for each month and asset, and whether one gets them by e-mail. */
export const showStatements = pageOf(paths.statements.list, MEMBERS, async (visit, { db, sendsMail }) => {
  const [held, isMailed, profile] = await Promise.all([
    findHeld(db.read, visit.accountId),
    getsStatements(db.read, subscriberOf(visit)),
    findProfile(db.read, visit.accountId),
  ]);
  const isAttached = profile.isMailed;
  const mails = sendsMail && MONEY.includes(visit.membership.role) ? { isMailed, isAttached } : undefined;
  return statementsPage(visit, held, mails);
});

function subscriberOf({ accountId, session }: MemberVisit): Subscriber {
  return { accountId, userId: session.userId };
}

function statementsPage(
  visit: MemberVisit,
  held: HeldBalance,
  mails: { isMailed: boolean; isAttached: boolean } | undefined,
): Page {
  const texts = STATEMENTS[visit.language];
  return {
    title: texts.title,
    body: (
      <>
        <Outcome flashMessages={texts.flashMessages} />
        <StatementList held={held} />
        {MONEY.includes(visit.membership.role) && (
          <p>
            <a href={pathTo(visit, paths.statements.profile)}>{texts.profile}</a>
          </p>
        )}
        {mails && <Mails {...mails} />}
      </>
    ),
  };
}

function Mails({ isMailed, isAttached }: { isMailed: boolean; isAttached: boolean }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(STATEMENTS).mails;
  return (
    <section aria-labelledby="mails">
      <h2 id="mails">{texts.title}</h2>
      <p>{isMailed ? texts.isMailed(visit.session.email) : texts.isNotMailed(visit.session.email)}</p>
      <mailStatements.Form>
        <button type="submit" name="wanted" value={isMailed ? 'no' : 'yes'} class="secondary">
          {isMailed ? texts.stop : texts.start}
        </button>
      </mailStatements.Form>
      <p>{isAttached ? texts.isAttached : texts.isNotAttached}</p>
      {OWNERS.includes(visit.membership.role) && (
        <attachWorkbook.Form>
          <button type="submit" name="wanted" value={isAttached ? 'no' : 'yes'} class="secondary">
            {isAttached ? texts.detach : texts.attach}
          </button>
        </attachWorkbook.Form>
      )}
    </section>
  );
}

function StatementList({ held }: { held: HeldBalance }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(STATEMENTS);
  const { stated } = held;
  const months = monthsSince(held, visit.timeZone);
  const [current] = months;
  if (months.length === 0) return <p>{texts.none}</p>;
  return (
    <>
      <p>{texts.intro(visit.timeZone)}</p>
      <Table label={texts.title} as="lines" headings={[texts.month, texts.statements, texts.allAssets]}>
        {months.map((month) => (
          <tr>
            <th scope="row">
              {formatMonth(visit.language, month)}
              {month === current && (
                <>
                  {' '}
                  <Status tone="waiting">{texts.notOver}</Status>
                </>
              )}
            </th>
            <td>
              <ul class="choices">
                {stated.map((asset) => (
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
            <td>
              <MonthFiles month={month} />
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

/** A month of all assets, as a workbook and as an archive. */
function MonthFiles({ month }: { month: Month }): JSX.Element {
  const visit = useMemberVisit();
  const texts = useTexts(STATEMENTS);
  const named = formatMonth(visit.language, month);
  return (
    <>
      <a
        href={withQuery(pathTo(visit, paths.statements.workbook), { month })}
        aria-label={texts.workbookOf(named)}
      >
        XLSX
      </a>
      {' · '}
      <a
        href={withQuery(pathTo(visit, paths.statements.archive), { month })}
        aria-label={texts.archiveOf(named)}
      >
        ZIP
      </a>
    </>
  );
}
