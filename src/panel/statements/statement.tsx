import type { JSX } from 'preact';
import {
  listPeriod,
  type Month,
  type MonthlyStatement,
  type DetailedMovement,
  type Period,
  periodOf,
  readStatement,
  withDetails,
} from '../../ledger/index.ts';
import { formatAmount, money, ZERO } from '../../lib/money.ts';
import { plusDays } from '../../lib/time-zone.ts';
import { findAsset } from '../../methods/index.ts';
import {
  columnFormat,
  Facts,
  formatDay,
  formatMinute,
  formatMonth,
  Status,
  Table,
  withQuery,
} from '../../pages/index.ts';
import { useMemberVisit } from '../frame/context.tsx';
import { chosenKeys, MetadataExport } from '../frame/export.tsx';
import { listMetadataKeys } from '../movements/repository.ts';
import { typeText } from '../movements/texts.ts';
import { paths, pathTo } from '../request/paths.ts';
import { MEMBERS, type MemberVisit, type Page, type Route } from '../request/route.ts';
import type { PanelServices } from '../request/services.ts';
import { conceptOf } from './concept.ts';
import { formatOfBooks, formatOfFigures } from './columns.ts';
import { camtOf, csvOf, fileName, fitsPdf, pdfOf } from './files.ts';
import { MAX_PDF_ROWS } from './pdf.ts';
import { bookText, STATEMENTS } from './texts.ts';

/** The movements on one page and in one print of about 25 sheets. A longer month has several parts. */
const PART_SIZE = 1_000;

/** A part of a statement: its movements, and where the next part begins. */
interface Part {
  number: number;
  of: number;
  most: number;
  rows: readonly DetailedMovement[];
  /** The query of the next part; null in the last one. */
  next: Record<string, string> | null;
}

/** One statement, on a page that prints well, and as CSV, camt.053 and PDF. */
export function showStatement({ db, cursors }: PanelServices): Route[] {
  const readPart = async (visit: MemberVisit, { period, movements }: MonthlyStatement): Promise<Part> => {
    const number = Number(/^[1-9]\d{0,8}$/.exec(visit.query('part') ?? '1')?.[0] ?? '1');
    // The number is signed with the position, so that no other part can be shown as this one.
    const scopeOf = (part: number) => ({
      accountId: visit.accountId,
      list: 'panel_statement',
      filters: { ...period, part },
    });
    const after = number === 1 ? undefined : cursors.decode(scopeOf(number), visit.query('cursor') ?? '');
    const position = { afterTime: after?.createdAt, afterId: after?.id };
    const rows = await listPeriod(db.listRead(visit.accountId, period), {
      ...period,
      ...position,
      limit: PART_SIZE + 1,
    });
    const shown = rows.slice(0, PART_SIZE);
    const last = rows.length > PART_SIZE ? shown.at(-1) : undefined;
    return {
      number,
      of: Math.max(1, Math.ceil(movements / PART_SIZE)),
      most: PART_SIZE,
      rows: await withDetails(db.read, visit.accountId, shown),
      next: last
        ? {
            part: String(number + 1),
            cursor: cursors.encode(scopeOf(number + 1), { createdAt: last.createdAt, id: last.id }),
          }
        : null,
    };
  };

  return [
    {
      method: 'get',
      path: paths.statements.month,
      access: MEMBERS,
      handle: async (visit) => {
        const period = wantedPeriod(visit);
        if (!period) return { redirect: pathTo(visit, paths.statements.list) };
        const statement = await readStatement(db.read, period);
        const [part, metadataKeys] = await Promise.all([
          readPart(visit, statement),
          listMetadataKeys(db.read, visit.accountId),
        ]);
        return { page: statementPage(visit, statement, part, metadataKeys) };
      },
    },
    {
      method: 'get',
      path: paths.statements.csv,
      access: MEMBERS,
      handle: async (visit) => {
        const period = wantedPeriod(visit);
        if (!period) return { redirect: pathTo(visit, paths.statements.list) };
        const statement = await readStatement(db.read, period);
        return {
          file: csvOf(db, statement, chosenKeys(visit)),
          name: fileName(period, 'csv'),
          type: 'text/csv; charset=utf-8',
        };
      },
    },
    {
      method: 'get',
      path: paths.statements.camt,
      access: MEMBERS,
      handle: async (visit) => {
        const period = wantedPeriod(visit);
        const known = period && (await findAsset(db.read, { asset: period.asset }));
        if (!period || !known) return { redirect: pathTo(visit, paths.statements.list) };
        const statement = await readStatement(db.read, period);
        // A month that is not over would have to be imported again.
        if (!statement.isOver) return { redirect: addressOf(visit, 'month', period.asset, monthOf(period)) };
        const account = { name: visit.membership.accountName, currency: known.family };
        return {
          file: camtOf(db, statement, account),
          name: fileName(period, 'xml'),
          type: 'application/xml; charset=utf-8',
        };
      },
    },
    {
      method: 'get',
      path: paths.statements.pdf,
      access: MEMBERS,
      handle: async (visit) => {
        const period = wantedPeriod(visit);
        if (!period) return { redirect: pathTo(visit, paths.statements.list) };
        const statement = await readStatement(db.read, period);
        if (!fitsPdf(statement))
          return { redirect: addressOf(visit, 'month', period.asset, monthOf(period)) };
        const { language, membership } = visit;
        return {
          file: pdfOf(db, statement, { language, accountName: membership.accountName }),
          name: fileName(period, 'pdf'),
          type: 'application/pdf',
        };
      },
    },
  ];
}

function monthOf({ from }: Period): Month {
  return from.slice(0, 7);
}

function wantedPeriod(visit: MemberVisit): Period | undefined {
  const asset = visit.query('asset') ?? '';
  return /^[A-Z]{2,10}$/.test(asset) ? periodOf(visit, asset, visit.query('month') ?? '') : undefined;
}

function statementPage(
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
        {part.of > 1 && (
          <nav class="pages" aria-label={texts.movements}>
            {part.number > 1 && <a href={addressOf(visit, 'month', asset, month)}>{texts.firstPart}</a>}
            {part.next && (
              <a href={addressOf(visit, 'month', asset, month, part.next)} rel="next">
                {texts.nextPart}
              </a>
            )}
          </nav>
        )}
      </div>
    ),
  };
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

export function addressOf(
  visit: MemberVisit,
  what: 'month' | 'csv' | 'camt' | 'pdf',
  asset: string,
  month: Month,
  more: Record<string, string> = {},
): string {
  return withQuery(pathTo(visit, paths.statements[what]), { month, asset, ...more });
}
