/** A number that is printed with exactly these digits, as `9.00`. */
export class Literal {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

/**
 * Compact JSON as another company's printer may write it: numbers keep their zeros, and characters beyond ASCII and
 * slashes are escaped. So parsing and printing it again gives other bytes, over which no signature is. `space` is put
 * after commas and colons.
 */
export function printJson(value: unknown, space = ''): string {
  if (value instanceof Literal) return value.digits;
  if (Array.isArray(value)) return `[${value.map((item) => printJson(item, space)).join(`,${space}`)}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    const printed = fields.map(([name, field]) => `${printString(name)}:${space}${printJson(field, space)}`);
    return `{${printed.join(`,${space}`)}}`;
  }
  return typeof value === 'string' ? printString(value) : JSON.stringify(value ?? null);
}

function printString(text: string): string {
  return JSON.stringify(text)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
