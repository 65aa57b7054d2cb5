import { Choice } from '../frame/choice.tsx';
import type { JSX } from 'preact';
import type { MovementRow } from '../../ledger/index.ts';
import type { Page as ListPage } from '../../lib/cursor.ts';
import { Moment } from '../frame/parts.tsx';
import { Amount, Pages, Table } from '../frame/tables.tsx';
import { pathTo, type MemberVisit, type Page } from '../request/route.ts';
import { READERS } from '../request/readers.ts';
import { MOVEMENTS, typeText } from './texts.ts';

/** The filters as their form sends them; empty texts where none is set. */
export type FilterForm = Readonly<Record<'asset' | 'type' | 'from' | 'until' | 'link', string>>;

export function movementsPage(
  visit: MemberVisit,
  form: FilterForm,
  assets: readonly string[],
  { data, next_cursor: nextCursor }: ListPage<MovementRow>,
): Page {
  const texts = MOVEMENTS[visit.language];
  const query = new URLSearchParams(Object.entries(form).filter(([, value]) => value !== '')).toString();
  return {
    title: texts.title,
    body: (
      <>
        <Filters visit={visit} form={form} assets={assets} query={query} />
        {data.length === 0 ? (
          <p>{query === '' ? texts.noneYet : texts.none}</p>
        ) : (
          <Table
            label={texts.title}
            headings={[
              texts.when,
              texts.type,
              { number: texts.amount },
              { number: texts.balance },
              texts.cause,
            ]}
          >
            {data.map((row) => (
              <tr>
                <td>
                  <Moment visit={visit} at={row.createdAt} />
                </td>
                <td>{typeText(visit.language, row.type)}</td>
                <td class="number">
                  <Amount visit={visit} of={row.amount} asset={row.asset} />
                </td>
                <td class="number">
                  <Amount visit={visit} of={row.balanceAfter} asset={row.asset} />
                </td>
                <td class="code">
                  <Cause visit={visit} row={row} />
                </td>
              </tr>
            ))}
          </Table>
        )}
        <Pages visit={visit} next={nextCursor} />
      </>
    ),
  };
}

/** A movement's cause: its record, and its payment link. */
export function Cause({ visit, row }: { visit: MemberVisit; row: MovementRow }): JSX.Element {
  const { sourceObject: object, sourceId: id, paymentLinkCode: code } = row;
  const name = MOVEMENTS[visit.language].causes[object] ?? object;
  const mayRead = object !== 'withdrawal' || READERS.includes(visit.membership.role);
  return (
    <>
      {/* The records' pages are named like their lists in the API. */}
      {mayRead ? <a href={pathTo(visit, `${object}s/${id}`)}>{name}</a> : name}
      {code !== null && (
        <>
          {' · '}
          <a href={pathTo(visit, `links/${code}`)}>{code}</a>
        </>
      )}
    </>
  );
}

function Filters(props: {
  visit: MemberVisit;
  form: FilterForm;
  assets: readonly string[];
  query: string;
}): JSX.Element {
  const { visit, form, assets, query } = props;
  const texts = MOVEMENTS[visit.language];
  return (
    <form method="get" action={pathTo(visit, 'movements')} class="filters">
      <Choice
        visit={visit}
        name="asset"
        label={texts.asset}
        any={texts.all}
        options={assets.map((asset) => [asset, asset])}
      />
      <Choice
        visit={visit}
        name="type"
        label={texts.type}
        any={texts.all}
        options={Object.entries(texts.types)}
      />
      <label>
        {texts.from}
        <input type="date" name="from" value={form.from} aria-describedby="days" />
      </label>
      <label>
        {texts.until}
        <input type="date" name="until" value={form.until} aria-describedby="days" />
      </label>
      <label>
        {texts.link}
        <input
          name="link"
          value={form.link}
          maxlength={17}
          placeholder="PL-XXXX-XXXX-XXXX"
          autocomplete="off"
        />
      </label>
      <button type="submit">{texts.show}</button>
      <a href={`${pathTo(visit, 'movements/csv')}${query === '' ? '' : `?${query}`}`}>{texts.download}</a>
      <small id="days" class="muted">
        {texts.daysInUtc}
      </small>
    </form>
  );
}
