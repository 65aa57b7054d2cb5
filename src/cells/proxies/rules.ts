import { formatCell } from '../../lib/cell.ts';

/**
 * The rules by which a proxy reads a request's cell. They are those of `cellNamedBy`, as patterns for the
 * configurations that are generated from them (D73). If a proxy routes to the wrong cell, that cell answers 421.
 */

/** A pattern, and the cell that a matching text names. */
export interface Rule {
  /**
   * A regular expression of no more than literals, sets, the counts {n}, {m,n}, + and *, one group and a ^, which every
   * proxy's language can express.
   */
  pattern: string;
  /** The form of the cell's number in the group; `none` where nothing in the text names a cell, and the host does. */
  names: 'base 36' | 'base 16' | 'cell 0' | 'none';
}

const BEARER = '^[Bb][Ee][Aa][Rr][Ee][Rr] +sk_[a-z]{1,16}_[A-Za-z0-9]{16}';
const SECRET = '_[A-Za-z0-9]{32} *';
const TOKEN = '[A-Za-z0-9_-]{43}';
const CELL = '([0-9A-Z]{2})';

/** For the whole header Authorization. It comes before the path. */
export const KEY_RULES: readonly Rule[] = [
  { pattern: BEARER + CELL + SECRET, names: 'base 36' },
  { pattern: BEARER + SECRET, names: 'cell 0' },
];

/** For whole parts of the path, from its beginning to a `/` or its end. The first match counts. */
export const PATH_RULES: readonly Rule[] = [
  { pattern: `^/pay/[^/?]*${CELL}`, names: 'base 36' },
  { pattern: '^/q/[^/?]{14}8([0-9A-Fa-f]{3})[^/?]*', names: 'base 16' },
  { pattern: '^/q', names: 'cell 0' },
  { pattern: `^/panel/links/${TOKEN}${CELL}`, names: 'base 36' },
  { pattern: `^/panel/links/${TOKEN}`, names: 'cell 0' },
  { pattern: '^/panel/links', names: 'none' },
];

/** The paths where the session decides if no path rule does; in the same form. */
export const SESSION_PATH = '^/panel';

/** For the value of one of these cookies, the first that the request has. */
export const SESSION_COOKIES = ['__Host-panel', 'panel'] as const;
export const SESSION_RULES: readonly Rule[] = [
  { pattern: TOKEN + CELL, names: 'base 36' },
  { pattern: TOKEN, names: 'cell 0' },
];

/** The name of a cell in a rule's result, which is a number in base 36 or 16 with its base. */
export function nameOf(cell: number, base: 36 | 16): string {
  return base === 36 ? `36/${formatCell(cell)}` : `16/${cell.toString(16).toUpperCase().padStart(3, '0')}`;
}
