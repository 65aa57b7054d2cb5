import { formatTable, formatValue } from './table.ts';

/** The presentation of a result for people. */
export interface Manner {
  /** Shown for an empty list. */
  empty?: string;
  /** Shows each entry as lines instead of a table row, so that no text is cut. */
  whole?: boolean;
}

/** Longer texts, such as images, are not meant to be read. */
const MAX_TEXT = 1_000;
const INDENT = '  ';

/**
 * `name  value` lines. A list becomes a table beneath its name or, where its entries contain lists, such lines for
 * each. The list `data` is the command's subject, so it has no heading. Tables fit the width.
 */
export function describe(result: object, { empty, whole = false }: Manner, width: number): string {
  const { data, has_more: more, ...others } = result as Record<string, unknown>;
  const parts: string[] = [];
  if (Object.keys(others).length > 0) parts.push(describeFields(others, whole, width));
  if (Array.isArray(data)) {
    const rows = data as object[];
    parts.push(rows.length === 0 ? (empty ?? 'Nothing to list.') : describeRows(rows, whole, width));
  }
  if (more === true) parts.push('There are more: pass --after with the last id, or a higher --limit.');
  return parts.join('\n');
}

function describeFields(fields: Record<string, unknown>, whole: boolean, width: number): string {
  const entries = Object.entries(fields).filter(([name]) => name !== 'object');
  const longest = Math.max(0, ...entries.map(([name]) => name.length));
  return entries
    .map(([name, value]) => {
      if (isRows(value)) return `${name}\n${indent(describeRows(value, whole, width - INDENT.length))}`;
      if (isRecord(value)) return `${name}\n${indent(describeFields(value, whole, width - INDENT.length))}`;
      const text = formatValue(value);
      const shown = text.length > MAX_TEXT ? `(${text.length} characters; see --json)` : text;
      return `${name.padEnd(longest)}  ${shown}`;
    })
    .join('\n');
}

function describeRows(rows: readonly object[], whole: boolean, width: number): string {
  if (!whole && !rows.some((row) => Object.values(row).some(isRows))) return formatTable(rows, width);
  return rows.map((row) => describeFields({ ...row }, whole, width)).join('\n\n');
}

function isRows(value: unknown): value is object[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, INDENT);
}
