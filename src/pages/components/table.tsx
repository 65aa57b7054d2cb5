import { cloneElement, type ComponentChildren, Fragment, type JSX, toChildArray, type VNode } from 'preact';

type Heading = string | { number: string };

interface TableProps {
  label: string;
  as?: 'records' | 'lines' | 'details';
  /** The heading of each column; empty for actions. A number's is aligned with its numbers. */
  headings: readonly Heading[];
  children: ComponentChildren;
}

/**
 * A table; on a phone each of its rows is a card. Its rows are `<tr>`. With `as="records"`, each row is an object with
 * a page of its own, which the whole row links to; it begins with a `<Subject>` and ends with its amount. The cards of
 * `records` and `lines` have two lines, with the row's heading and its amount on the first; those of `details` have one for
 * each value.
 */
export function Table({ children, ...table }: TableProps): JSX.Element {
  return <LabelledTable {...table}>{labelled(children, table.headings)}</LabelledTable>;
}

/** The same, of rows whose cells have the names of their columns already, as `data-label`. */
export function LabelledTable(props: TableProps): JSX.Element {
  const { label, as = 'details', headings, children } = props;
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
        <tbody>{children}</tbody>
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
      const span = Number((cell.props as { colSpan?: number }).colSpan ?? 1);
      column += span;
      const label = typeof heading === 'string' ? heading : heading.number;
      // A cell across several columns is of none of them.
      return cell.type === 'td' && label !== '' && span === 1
        ? cloneElement(cell, { 'data-label': label })
        : cell;
    });
    return cloneElement(row, {}, cells);
  });
}

/** The elements that components and fragments render. Their components must not have a state. */
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

/** The name by which people know a row, and the text that distinguishes it from others of that name. */
export function Subject(props: {
  /** Undefined where there is no page to open. */
  href: string | undefined;
  children: string;
  detail?: ComponentChildren;
  /** Read by screen readers after the name, where others in the list have the same. */
  label?: string;
}): JSX.Element {
  const { href, children, detail, label } = props;
  return (
    <th scope="row" class="subject">
      {href === undefined ? (
        <span dir="auto">{children}</span>
      ) : (
        <a href={href} aria-label={label === undefined ? undefined : `${children}: ${label}`} dir="auto">
          {children}
        </a>
      )}
      {detail !== undefined && detail !== null && detail !== '' && <small dir="auto">{detail}</small>}
    </th>
  );
}
