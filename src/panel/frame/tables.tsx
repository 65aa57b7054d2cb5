import type { ComponentChildren, JSX } from 'preact';
import { formatNumber } from '../../pages/index.ts';
import type { MemberVisit, Visit } from '../request/route.ts';
import { FRAME } from './texts.ts';

/** A table that scrolls by itself where the screen is narrower. Rows are `<tr>`. */
export function Table(props: {
  label: string;
  /** Of each column; an empty one is for actions. A number's is aligned with its numbers. */
  headings: readonly (string | { number: string })[];
  children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={props.label}>
      <table>
        <thead>
          <tr>
            {props.headings.map((heading) => {
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
        <tbody>{props.children}</tbody>
      </table>
    </div>
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

/** A stored amount with its asset; in a table, in a cell of class `number`. */
export function Amount({ visit, of, asset }: { visit: Visit; of: string; asset: string }): JSX.Element {
  return (
    <span class="amount">
      {formatNumber(visit.language, of)} <span class="muted">{asset}</span>
    </span>
  );
}

/** A status: its tone, and its text. */
export function Status({
  tone,
  children,
}: {
  tone: 'good' | 'waiting' | 'bad' | 'quiet';
  children: ComponentChildren;
}): JSX.Element {
  return (
    <span class="status" data-tone={tone}>
      {children}
    </span>
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
