import { timingSafeEqual } from 'node:crypto';
import { DomainError } from './errors/errors.ts';
import type { Keyring } from './secrets/keyring.ts';

/** The end of a page; lists are ordered by (created_at, id), newest first. */
export interface Position {
  createdAt: Date;
  id: string;
}

const MAC_BYTES = 16;
/** Items per page (D22). */
export const DEFAULT_LIMIT = 25;

/**
 * Cursors are opaque and signed over the account, the list, its filters and the position (D22), so that a
 * cursor can neither be forged nor used for another account or other filters.
 */
export interface CursorCodec {
  /**
   * One page of a list, newest first. Throws `invalid_cursor` for a cursor that this service did not issue for the
   * same scope.
   */
  list<R extends { createdAt: Date }, V>(
    scope: CursorScope,
    wanted: PageRequest,
    source: ListSource<R, V>,
  ): Promise<Page<V>>;
  /** Throws `invalid_cursor` for anything this service did not issue for the same scope. */
  decode(scope: CursorScope, cursor: string): Position;
  /** For lists that continue after their last page. */
  encode(scope: CursorScope, position: Position): string;
}

/** The parameters that any list accepts. */
export interface PageRequest {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** The rows of a page, either those after a position or the first ones. */
export interface PageRange {
  afterTime: Date | undefined;
  afterId: string | undefined;
  limit: number;
}

/** The source of a list's rows, and their view. */
export interface ListSource<R, V> {
  read: (range: PageRange) => Promise<R[]>;
  idOf: (row: R) => string;
  view: (row: R) => V;
}

/** The list envelope (D22). */
export interface Page<V> {
  object: 'list';
  data: V[];
  has_more: boolean;
  next_cursor: string | null;
}

export interface CursorScope {
  accountId: string;
  list: string;
  filters: object;
}

export function createCursorCodec(keyring: Keyring): CursorCodec {
  const sign = (scope: CursorScope, payload: string): Buffer => {
    const filters = Object.entries(scope.filters as Record<string, unknown>)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const mac = keyring.hmac('cursor', JSON.stringify([scope.accountId, scope.list, filters, payload]));
    if (!mac) throw new Error('the keyring holds no current key');
    return mac.subarray(0, MAC_BYTES);
  };

  const encode = (scope: CursorScope, position: Position): string => {
    const payload = `${position.createdAt.getTime()}.${position.id}`;
    return Buffer.concat([sign(scope, payload), Buffer.from(payload)]).toString('base64url');
  };

  const decode = (scope: CursorScope, cursor: string): Position => {
    const bytes = Buffer.from(cursor, 'base64url');
    const payload = bytes.subarray(MAC_BYTES).toString('utf8');
    const mac = bytes.subarray(0, MAC_BYTES);
    // Decoding ignores stray characters; only the exact text that was issued is valid.
    const genuine =
      bytes.toString('base64url') === cursor &&
      mac.length === MAC_BYTES &&
      timingSafeEqual(mac, sign(scope, payload));
    if (!genuine) throw new DomainError('invalid_cursor', { param: 'cursor' });
    const dot = payload.indexOf('.');
    return { createdAt: new Date(Number(payload.slice(0, dot))), id: payload.slice(dot + 1) };
  };

  return {
    encode,
    decode,
    async list(scope, { limit = DEFAULT_LIMIT, cursor }, { read, idOf, view }) {
      const after = cursor === undefined ? undefined : decode(scope, cursor);
      // One row more than is shown reveals whether there are more.
      const rows = await read({ afterTime: after?.createdAt, afterId: after?.id, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        object: 'list',
        data: shown.map(view),
        has_more: last !== undefined,
        next_cursor: last ? encode(scope, { createdAt: last.createdAt, id: idOf(last) }) : null,
      };
    },
  };
}
