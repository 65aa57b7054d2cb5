import { cellOfPublicId, parseApiKey, presentedKey } from '../credentials/index.ts';
import { ownCell } from '../lib/cell.ts';
import { cellOfId, cellOfLinkCode } from '../lib/ids.ts';
import { cellOfToken } from '../people/index.ts';

const SESSION = /(?:^|; ?)(?:__Host-)?panel=([^;]+)/;

/** The parts of a request that name its cell. */
export interface Addressed {
  /** The path, with or without a query. */
  url: string;
  headers: {
    authorization?: string | undefined;
    cookie?: string | undefined;
    /** The cell that another one has named, as a proxy passes it on. */
    'payments-cell'?: string | string[] | undefined;
  };
}

/**
 * The cell that a request is for, by the first of these that it has: its API key, the payment link, QR code or one-time
 * link in its path, and, in the panel, its session (D73). Undefined when nothing names one. Looks nothing up, and takes
 * the same time whether or not there is such a key.
 */
export function cellNamedBy({ url, headers }: Addressed): number | undefined {
  const { authorization, cookie } = headers;
  const key = parseApiKey(presentedKey(authorization));
  if (key) return cellOfPublicId(key.publicId);
  const [path = ''] = url.split('?', 1);
  const [, area, one = '', other = ''] = path.split('/', 4);
  // Any code may be cell 0's.
  if (area === 'pay') return ownCell() === 0 ? undefined : cellOfLinkCode(one);
  if (area === 'q') return cellOfId(one);
  if (area !== 'panel') return undefined;
  if (one === 'links') return cellOfToken(other);
  return cellOfToken(SESSION.exec(cookie ?? '')?.[1] ?? '');
}
