import { cloneElement, type ComponentChildren, Fragment, type JSX, toChildArray, type VNode } from 'preact';
import { money } from '../../lib/money.ts';
import { formatQuantity } from '../../pages/index.ts';
import type { MemberVisit, Visit } from '../request/route.ts';
import { FRAME } from './texts.ts';

type Heading = string | { number: string };

/**
 * A table; on a phone each of its rows is a card. Its rows are `<tr>`. `as="records"`: each row is one thing with a page
 * of its own, which the whole row leads to: it begins with a `<Subject>` and ends with its amount.
 */
export function Table(props: {
  label: string;
  as?: 'records' | 'details';
  /** Of each column; an empty one is for actions. A number's is aligned with its numbers. */
  headings: readonly Heading[];
  children: ComponentChildren;
  /** The totals. */
  foot?: ComponentChildren;
}): JSX.Element {
  const { label, as = 'details', headings, children, foot } = props;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table data-rows={as}>
        <thead>
          <tr>
            {headings.map((heading) => {
              if (heading === '') return <td />;
              if (typeof heading === 'string') return <th scope="col">{heading}</th>;
              return (
                <th scope="col" class="number">
                  {heading.number}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{labelled(children, headings)}</tbody>
        {foot !== undefined && <tfoot>{labelled(foot, headings)}</tfoot>}
      </table>
    </div>
  );
}

/** Each cell with the name of its column, which is shown where there is no room for the head. */
function labelled(rows: ComponentChildren, headings: readonly Heading[]): ComponentChildren {
  return elementsOf(rows).map((row) => {
    let column = 0;
    const cells = elementsOf(row.props.children).map((cell) => {
      const heading = headings[column] ?? '';
      column += Number((cell.props as { colSpan?: number }).colSpan ?? 1);
      const label = typeof heading === 'string' ? heading : heading.number;
      return cell.type === 'td' && label !== '' ? cloneElement(cell, { 'data-label': label }) : cell;
    });
    return cloneElement(row, {}, cells);
  });
}

/** The elements that components and fragments come to. Their components must not have a state. */
function elementsOf(children: ComponentChildren): VNode<{ children?: ComponentChildren }>[] {
  return toChildArray(children).flatMap((child) => {
    if (typeof child !== 'object') return [];
    const { type, props } = child as VNode<{ children?: ComponentChildren }>;
    if (type === Fragment) return elementsOf(props.children);
    return typeof type === 'string'
      ? [{ ...child, type, props }]
      : elementsOf((type as (of: object) => ComponentChildren)(props));
  });
}

/** What a row is: the name that people know it by, and what tells it apart from others of that name. */
export function Subject(props: {
  href: string;
  children: string;
  detail?: ComponentChildren;
  /** What screen readers say after the name, where others in the list have the same. */
  label?: string;
}): JSX.Element {
  return (
    <th scope="row" class="subject">
      <a
        href={props.href}
        aria-label={props.label === undefined ? undefined : `${props.children}: ${props.label}`}
        dir="auto"
      >
        {props.children}
      </a>
      {props.detail !== undefined && props.detail !== null && props.detail !== '' && (
        <small dir="auto">{props.detail}</small>
      )}
    </th>
  );
}

/** The facts about one object. Facts without a value are omitted. */
export function Facts({
  of,
}: {
  of: readonly (readonly [label: string, value: ComponentChildren])[];
}): JSX.Element {
  return (
    <dl class="facts">
      {of
        .filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')
        .map(([label, value]) => (
          <>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  );
}

/**
 * A stored amount with its asset, with as many decimals as people write; in a table, in a cell of class `number`.
 * `signed`: money that came in has a plus.
 */
export function Amount(props: { visit: Visit; of: string; asset: string; signed?: boolean }): JSX.Element {
  const { visit, of, asset, signed = false } = props;
  const isIn = signed && !of.startsWith('-') && !money(of).isZero();
  return (
    <span class="amount" data-sign={isIn ? 'in' : undefined}>
      {isIn && '+'}
      {formatQuantity(visit.language, of, asset)} <small>{asset}</small>
    </span>
  );
}

/** What a state means for whoever reads it: done, under way, waits for somebody, failed, or over. */
export type Tone = 'good' | 'busy' | 'waiting' | 'bad' | 'quiet';

/** A status: its tone, and its text. */
export function Status({ tone, children }: { tone: Tone; children: ComponentChildren }): JSX.Element {
  return (
    <span class="status" data-tone={tone}>
      {children}
    </span>
  );
}

/** What a page says where nothing is to be shown yet, and what would change that. */
export function Empty({
  children,
  action,
}: {
  children: ComponentChildren;
  action?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="empty">
      <p>{children}</p>
      {action}
    </div>
  );
}

/** A list's paging: to older entries if there are more, and back to the newest. */
export function Pages({ visit, next }: { visit: MemberVisit; next: string | null }): JSX.Element | null {
  const texts = FRAME[visit.language];
  const { pathname, searchParams } = new URL(visit.request.originalUrl, 'http://panel');
  const hasNewer = searchParams.has('cursor');
  if (next === null && !hasNewer) return null;
  const at = (cursor: string | null): string => {
    const query = new URLSearchParams(searchParams);
    query.delete('cursor');
    if (cursor !== null) query.set('cursor', cursor);
    const text = query.toString();
    return text === '' ? pathname : `${pathname}?${text}`;
  };
  return (
    <nav class="pages" aria-label={texts.pages}>
      {hasNewer && <a href={at(null)}>{texts.newest}</a>}
      {next !== null && (
        <a href={at(next)} rel="next">
          {texts.older}
        </a>
      )}
    </nav>
  );
}

/** A button that copies a text; hidden where the browser could not. */
export function Copy({ visit, text }: { visit: Visit; text: string }): JSX.Element {
  const { copy, copied } = FRAME[visit.language];
  return (
    <button type="button" class="plain" data-copy={text} data-copied={copied} hidden>
      {copy}
    </button>
  );
}
