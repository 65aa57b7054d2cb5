import type { JSX } from 'preact';
import { findHeld, type HeldBalance, monthsSince } from '../../ledger/index.ts';
import { formatMonth, Status, Table } from '../../pages/index.ts';
import {
  getsStatements,
  sendStatements,
  stopStatements,
  type Subscriber,
} from '../../statement-mails/index.ts';
import { actionOf } from '../frame/action.tsx';
import { useMemberVisit, useTexts } from '../frame/context.tsx';
import { Outcome } from '../frame/parts.tsx';
import { pageOf } from '../request/area.ts';
import { paths } from '../request/paths.ts';
import { MEMBERS, MONEY, type MemberVisit, type Page } from '../request/route.ts';
import { addressOf } from './statement.tsx';
import { STATEMENTS } from './texts.ts';

/** Subscribes this person to the monthly statements by e-mail, or unsubscribes them. */
export const mailStatements = actionOf({
  path: paths.statements.mail,
  access: MONEY,
  freshProof: false,
  texts: STATEMENTS,
  page: paths.statements.list,
  deed: async (trx, visit) => {
    const isWanted = visit.field('wanted') === 'yes';
    await (isWanted ? sendStatements : stopStatements)(trx, subscriberOf(visit), visit.actor);
    return { isWanted };
  },
  notice: ({ isWanted }) => (isWanted ? 'mailed' : 'not_mailed'),
});

/** A statement for each month and asset, and whether one gets them by e-mail. */
export const showStatements = pageOf(paths.statements.list, MEMBERS, async (visit, { db, sendsMail }) => {
  const [held, isMailed] = await Promise.all([
    findHeld(db.read, visit.accountId),
    getsStatements(db.read, subscriberOf(visit)),
  ]);
  const mails = sendsMail && MONEY.includes(visit.membership.role) ? { isMailed } : undefined;
  return statementsPage(visit, held, mails);
});

function subscriberOf({ accountId, session }: MemberVisit): Subscriber {
  return { accountId, userId: session.userId };
}

function statementsPage(
  visit: MemberVisit,
  held: HeldBalance,
  mails: { isMailed: boolean } | undefined,
): Page {
  const texts = STATEMENTS[visit.language];
  return {
    title: texts.title,
    body: (
      <>
        <Outcome notices={texts.notices} />
        <StatementList held={held} />
        {mails && <Mails isMailed={mails.isMailed} />}
      </>
    ),
  };
}

function Mails({ isMailed }: { isMailed: boolean }): JSX.Element {
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
      <Table label={texts.title} as="lines" headings={[texts.month, texts.statements]}>
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
          </tr>
        ))}
      </Table>
    </>
  );
}
