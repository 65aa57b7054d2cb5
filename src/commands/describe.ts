import { formatTable, formatValue } from './table.ts';

/** How a result is shown to people. */
export interface Manner {
  /** Said of a list without entries. */
  empty?: string;
  /** Shows each entry of a list as lines, because its text must be read whole. */
  whole?: boolean;
}

/** Longer texts are not for reading, such as an image. */
const MAX_TEXT = 1_000;
const INDENT = '  ';

/**
 * `name  value` lines; a list is a table beneath its name, or, where entries have lists too, such lines for each. The
 * list `data` is what the command is about, so it has no name. Tables keep to the width.
 */
export function describe(result: object, { empty, whole = false }: Manner, width: number): string {
  const { data, has_more: more, ...others } = result as Record<string, unknown>;
  const parts: string[] = [];
  if (Object.keys(others).length > 0) parts.push(describeFields(others, whole, width));
  if (Array.isArray(data)) {
    const rows = data as object[];
    parts.push(rows.length === 0 ? (empty ?? 'There is nothing to list.') : describeRows(rows, whole, width));
  }
  if (more === true) parts.push('There are more: give --after with the last one, or a higher --limit.');
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
