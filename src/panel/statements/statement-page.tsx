import type { JSX } from 'preact';
import type { DetailedMovement, Month, MonthlyStatement } from '../../ledger/index.ts';
import { formatAmount, money, ZERO } from '../../lib/money.ts';
import { plusDays } from '../../lib/time-zone.ts';
import {
  columnFormat,
  Facts,
  formatDay,
  formatMinute,
  formatMonth,
  Status,
  Table,
} from '../../pages/index.ts';
import { useMemberVisit } from '../frame/context.tsx';
import { MetadataExport } from '../frame/export.tsx';
import { typeText } from '../movements/texts.ts';
import { paths, pathTo } from '../request/paths.ts';
import type { MemberVisit, Page } from '../request/route.ts';
import { addressOf, monthOf } from './addresses.ts';
import { formatOfBooks, formatOfFigures } from './columns.ts';
import { conceptOf } from './concept.ts';
import { fitsPdf } from './files.ts';
import type { Part } from './part.ts';
import { MAX_PDF_ROWS } from './pdf.ts';
import { bookText, STATEMENTS } from './texts.ts';

export function statementPage(
  visit: MemberVisit,
  statement: MonthlyStatement,
  part: Part,
  metadataKeys: readonly string[],
): Page {
  const { language, membership, accountId } = visit;
  const texts = STATEMENTS[language];
  const { asset, timeZone, from, until } = statement.period;
  const month = monthOf(statement.period);
  return {
    title: texts.titleOf(asset, formatMonth(language, month)),
    back: { href: pathTo(visit, paths.statements.list), label: texts.all },
    body: (
      <div class="statement">
        {!statement.isOver && (
          <p>
            <Status tone="waiting">{texts.notOver}</Status> {texts.notOverYet}
          </p>
        )}
        <Facts
          of={[
            [texts.account, <span dir="auto">{membership.accountName}</span>],
            [texts.accountId, <code>{accountId}</code>],
            [texts.asset, asset],
            [
              texts.period,
              `${formatDay(language, from)} – ${formatDay(language, plusDays(until, -1))} (${timeZone})`,
            ],
            [texts.asOf, `${formatMinute(language, statement.asOf, timeZone)} (${timeZone})`],
          ]}
        />
        <Downloads statement={statement} />
        <div class="screen-only">
          <MetadataExport path={pathTo(visit, paths.statements.csv)} keys={metadataKeys} />
        </div>
        <h2>{texts.summary}</h2>
        <Summary statement={statement} />
        <p class="muted">{texts.addsUp}</p>
        {statement.outside.books.length > 0 && <OutsideBalance statement={statement} />}
        <h2>
          {texts.movements}
          {part.of > 1 && `: ${texts.part(part.number, part.of)}`}
        </h2>
        {part.of > 1 && <p class="screen-only">{texts.inParts(part.most)}</p>}
        {part.rows.length === 0 ? <p>{texts.noMovements}</p> : <Movements asset={asset} part={part} />}
        {part.of > 1 && <Parts asset={asset} month={month} part={part} />}
      </div>
    ),
  };
}

function Downloads({ statement }: { statement: MonthlyStatement }): JSX.Element {
  const visit = useMemberVisit();
  const texts = STATEMENTS[visit.language];
  const { asset } = statement.period;
  const month = monthOf(statement.period);
  return (
    <>
      <p class="screen-only">
        {texts.download}{' '}
        {fitsPdf(statement) && (
          <>
            <a href={addressOf(visit, 'pdf', asset, month)}>PDF</a>
            {' · '}
          </>
        )}
        <a href={addressOf(visit, 'csv', asset, month)}>CSV</a>
        {statement.isOver && (
          <>
            {' · '}
            <a href={addressOf(visit, 'camt', asset, month)}>camt.053</a>
          </>
        )}
      </p>
      {!fitsPdf(statement) && <p class="muted screen-only">{texts.tooLongForPdf(MAX_PDF_ROWS)}</p>}
    </>
  );
}

function Parts({ asset, month, part }: { asset: string; month: Month; part: Part }): JSX.Element {
  const visit = useMemberVisit();
  const texts = STATEMENTS[visit.language];
  return (
    <nav class="pages" aria-label={texts.movements}>
      {part.number > 1 && <a href={addressOf(visit, 'month', asset, month)}>{texts.firstPart}</a>}
      {part.next && (
        <a href={addressOf(visit, 'month', asset, month, part.next)} rel="next">
          {texts.nextPart}
        </a>
      )}
    </nav>
  );
}

function Summary({ statement }: { statement: MonthlyStatement }): JSX.Element {
  const { language } = useMemberVisit();
  const texts = STATEMENTS[language];
  const { opening, closing, totals, movements, isOver } = statement;
  const sum = totals.reduce((before, { amount }) => before.plus(money(amount)), ZERO);
  const number = formatOfFigures(language, statement);

  const Line = (props: { label: string; count?: number; amount: string; strong?: boolean }): JSX.Element => (
    <tr class={props.strong === true ? 'balance' : undefined}>
      <th scope="row">{props.label}</th>
      <td class="number aside">{props.count}</td>
      <td class="number amount">{number(props.amount)}</td>
    </tr>
  );
  return (
    <Table
      label={texts.summary}
      as="lines"
      headings={[
        texts.concept,
        { number: texts.movements },
        { number: `${texts.amount} (${statement.period.asset})` },
      ]}
    >
      <Line label={texts.opening} amount={opening} strong />
      {totals.map(({ type, method, amount, movements: count }) => (
        <Line
          label={typeText(language, type) + (method === '' ? '' : ` · ${method}`)}
          count={count}
          amount={amount}
        />
      ))}
      <Line label={texts.sum} count={movements} amount={formatAmount(sum)} />
      <Line label={isOver ? texts.closing : texts.closingSoFar} amount={closing} strong />
    </Table>
  );
}

/** Every book of the asset and of those at par with it, and what all of them sum to. */
function OutsideBalance({ statement }: { statement: MonthlyStatement }): JSX.Element {
  const { language } = useMemberVisit();
  const texts = STATEMENTS[language];
  const { outside, isOver } = statement;
  const { books, openingTotal, closingTotal } = outside;
  const number = formatOfBooks(language, statement);
  const Line = (props: {
    label: string;
    opening: string;
    closing: string;
    strong?: boolean;
  }): JSX.Element => (
    <tr class={props.strong === true ? 'balance' : undefined}>
      <th scope="row">{props.label}</th>
      <td class="number amount aside">{number(props.opening)}</td>
      <td class="number amount">{number(props.closing)}</td>
    </tr>
  );
  return (
    <>
      <h2>{texts.outside}</h2>
      <Table
        label={texts.outside}
        as="lines"
        headings={[
          texts.concept,
          { number: texts.atStart },
          { number: isOver ? texts.atEnd : texts.closingSoFar },
        ]}
      >
        {books.map((row) => (
          <Line label={bookText(language, row)} opening={row.opening} closing={row.closing} />
        ))}
        <Line
          label={texts.withOutside}
          opening={formatAmount(openingTotal)}
          closing={formatAmount(closingTotal)}
          strong
        />
      </Table>
      <p class="muted">{texts.outsideHint}</p>
    </>
  );
}

function Movements({ asset, part }: { asset: string; part: Part }): JSX.Element {
  const visit = useMemberVisit();
  const { language } = visit;
  const texts = STATEMENTS[language];
  const first = part.rows[0];
  const last = part.rows.at(-1);
  const amounts = part.rows.flatMap((row) => [row.amount, row.balanceAfter]);
  const number = columnFormat(language, asset, amounts);

  const Balance = ({ label, of }: { label: string; of: string }): JSX.Element => (
    <tr class="balance">
      <td />
      <th scope="row">{label}</th>
      <td />
      <td />
      <td class="number amount">{number(of)}</td>
    </tr>
  );
  return (
    <Table
      label={texts.movements}
      as="lines"
      headings={[
        texts.date,
        texts.concept,
        texts.reference,
        { number: texts.amount },
        { number: texts.balance },
      ]}
    >
      {part.number > 1 && first && (
        <Balance
          label={texts.broughtForward}
          of={formatAmount(money(first.balanceAfter).minus(money(first.amount)))}
        />
      )}
      {part.rows.map((row) => (
        <tr>
          <td class="amount">{formatMinute(language, row.createdAt, visit.timeZone)}</td>
          <th scope="row">
            <Concept row={row} />
          </th>
          <td class="reference">
            {row.paymentLinkCode === null ? (
              row.sourceId
            ) : (
              <a href={pathTo(visit, paths.links.link, { code: row.paymentLinkCode })}>
                {row.paymentLinkCode}
              </a>
            )}
          </td>
          <td class="number amount">{number(row.amount)}</td>
          <td class="number amount aside">{number(row.balanceAfter)}</td>
        </tr>
      ))}
      {part.next && last && <Balance label={texts.carriedForward} of={last.balanceAfter} />}
    </Table>
  );
}

function Concept({ row }: { row: DetailedMovement }): JSX.Element {
  const visit = useMemberVisit();
  const [concept, more] = conceptOf(visit.language, row);
  return (
    <>
      <span dir="auto">{concept}</span>
      {more !== '' && (
        <>
          <br />
          <small class="muted" dir="auto">
            {more}
          </small>
        </>
      )}
    </>
  );
}
