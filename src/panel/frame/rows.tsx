import type { ComponentChildren, JSX } from 'preact';
import { LabelledTable, Subject } from '../../pages/index.ts';
import { Amount, Moment } from './parts.tsx';

/**
 * A column of a table, with its heading and how it shows a row. On a phone, an `aside` column follows the row's name,
 * after its heading.
 */
export type Column<R> = { heading: string } & (
  | { cell: (row: R) => ComponentChildren; aside?: boolean }
  /** The row's name, linked to the page that the whole row leads to. */
  | { subject: (row: R) => RowSubject }
  /** The row's name, where only a part of it is a link, or none. `brief`: what else the row has is clear without headings. */
  | { name: (row: R) => ComponentChildren; class?: 'address' | 'call'; brief?: true }
  /** Text written by others, which may run in either direction. */
  | { said: (row: R) => ComponentChildren }
  | { moment: (row: R) => Date | null; aside?: boolean }
  | { number: (row: R) => ComponentChildren; aside?: boolean }
  | { amount: (row: R) => readonly [amount: string, asset: string]; aside?: boolean }
);

/** The name that people know a row by, and the detail that tells it apart from others of that name. */
export interface RowSubject {
  /** Undefined for who may not open it. */
  href: string | undefined;
  title: string;
  detail?: string | null | undefined;
  /** Read out after the title by screen readers, where other rows have the same title. */
  label?: string | undefined;
}

/** A table of things of one kind. */
export function Rows<R>(props: {
  label: string;
  of: readonly R[];
  columns: readonly Column<R>[];
}): JSX.Element {
  const { label, of, columns } = props;
  const headings = columns.map((column) =>
    'number' in column || 'amount' in column ? { number: column.heading } : column.heading,
  );
  const isOfRecords = columns.some((column) => 'subject' in column);
  const isBrief = columns.some((column) => 'name' in column && column.brief);
  return (
    <LabelledTable
      label={label}
      as={isOfRecords ? 'records' : isBrief ? 'lines' : 'details'}
      headings={headings}
    >
      {of.map((row) => (
        <tr>{columns.map((column) => cellOf(column, row))}</tr>
      ))}
    </LabelledTable>
  );
}

function cellOf<R>(column: Column<R>, row: R): JSX.Element {
  if ('subject' in column) {
    const { title, ...subject } = column.subject(row);
    return <Subject {...subject}>{title}</Subject>;
  }
  if ('name' in column) {
    return (
      <th scope="row" class={column.class} dir="auto">
        {column.name(row)}
      </th>
    );
  }
  const classes = [
    'number' in column || 'amount' in column ? 'number' : '',
    'aside' in column && column.aside ? 'aside' : '',
  ];
  return (
    <td
      dir={'said' in column ? 'auto' : undefined}
      class={classes.filter(Boolean).join(' ') || undefined}
      data-label={column.heading || undefined}
    >
      {valueOf(column, row)}
    </td>
  );
}

function valueOf<R>(
  column: Exclude<Column<R>, { subject: unknown } | { name: unknown }>,
  row: R,
): ComponentChildren {
  if ('said' in column) return column.said(row);
  if ('number' in column) return column.number(row);
  if ('cell' in column) return column.cell(row);
  if ('amount' in column) {
    const [amount, asset] = column.amount(row);
    return <Amount of={amount} asset={asset} />;
  }
  const at = column.moment(row);
  return at && <Moment at={at} />;
}
