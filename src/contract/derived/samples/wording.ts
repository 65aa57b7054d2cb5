import type { SampleCall } from './call.ts';

const MAX_COLUMNS = 88;
/** Leaves room for the call around it. */
const MAX_PART = 60;

/** The words of a name in any notation: `payment_link.paid`, `getPaymentLinkQr`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .split(/[_.]/)
    .map((word) => word.toLowerCase());
}

export function snakeCase(name: string): string {
  return wordsOf(name).join('_');
}

export function kebabCase(name: string): string {
  return wordsOf(name).join('-');
}

export function upperCase(name: string): string {
  return snakeCase(name).toUpperCase();
}

export function pascalCase(name: string, initialisms: ReadonlySet<string> = new Set()): string {
  return wordsOf(name)
    .map((word) =>
      initialisms.has(word) ? word.toUpperCase() : word.slice(0, 1).toUpperCase() + word.slice(1),
    )
    .join('');
}

export function camelCase(name: string): string {
  const pascal = pascalCase(name);
  return pascal.slice(0, 1).toLowerCase() + pascal.slice(1);
}

/** The name of the result in a sample: `paymentLink`, `svg`, and `page` for any list. */
export function resultName({ returns }: SampleCall): string | undefined {
  if (returns === undefined) return undefined;
  if (returns === 'bytes') return 'svg';
  return returns.schema.endsWith('List') ? 'page' : returns.schema.replace(/WithSecret$/, '');
}

export function doubleQuoted(text: string): string {
  return JSON.stringify(text);
}

export function singleQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

interface Layout {
  indent?: string;
  /** Between the brackets and the parts, on one line. */
  inner?: string;
  /** The trailing separator after several lines, which not every language allows. */
  trailing?: ',' | '';
  isBroken?: boolean;
}

/** Parts between brackets, on one line if that is short enough, otherwise one per line. */
export function enclose(
  [open, close]: readonly [string, string],
  parts: readonly string[],
  { indent = '    ', inner = '', trailing = ',', isBroken = false }: Layout = {},
): string {
  if (parts.length === 0) return open + close;
  const line = `${open}${inner}${parts.join(', ')}${inner}${close}`;
  if (!isBroken && line.length <= MAX_PART && !line.includes('\n')) return line;
  const lines = parts.map((part) => part.replace(/^(?=.)/gm, indent));
  return `${open}\n${lines.join(',\n')}${trailing}\n${close}`;
}

/** A call's arguments; the last one may start on the call's line and span several lines. */
export function withArguments(call: string, parts: readonly string[], layout: Layout = {}): string {
  const line = `${call}(${parts.join(', ')})`;
  const isHanging = parts.slice(0, -1).every((part) => !part.includes('\n'));
  const [first = ''] = line.split('\n');
  if (isHanging && first.length <= MAX_COLUMNS) return line;
  return enclose([`${call}(`, ')'], parts, { ...layout, isBroken: true });
}
