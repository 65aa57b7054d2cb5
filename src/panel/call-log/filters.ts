import { isId, parseRequestId } from '../../lib/ids.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import type { LogFilters } from '../../request-logs/index.ts';
import { readFilters } from '../request/filters.ts';
import type { MemberVisit } from '../request/route.ts';
import { CALL_LOG, type StatusFilter } from './texts.ts';

/** How far the list goes back unless days are given, so that its filters never read the whole log (D32). */
const WINDOW_MS = 7 * 24 * 3600_000;
export const MAX_FILTER_LENGTH = 255;
export const METHODS = ['POST', 'PATCH', 'DELETE', 'GET'] as const;

const FILTERS = [
  'q',
  'status',
  'method',
  'path',
  'operation',
  'code',
  'param',
  'key',
  'from',
  'until',
  'reads',
  'listening',
] as const;
type FilterName = (typeof FILTERS)[number];

/** The filters of the list of calls. */
export interface CallFilters {
  /** As they are in the URL; empty ones are left out. */
  given: Partial<Record<FilterName, string>>;
  /** Whether successful reads are left out, and whether the polls of `payments listen` are. */
  withoutReads: boolean;
  withoutListening: boolean;
  /** As the log is asked. */
  wanted: LogFilters;
}

/** From the page's query. Invalid days, keys and choices are ignored. */
export function readCallFilters(visit: MemberVisit, now: Date): CallFilters {
  const read = readFilters(visit);
  const all = FILTERS.map((name) => [name, read.words(name, MAX_FILTER_LENGTH)] as const);
  const given: CallFilters['given'] = Object.fromEntries(all.filter(([, text]) => text !== ''));
  const { q, status, path, operation, code, param, key } = given;
  const request = q === undefined ? undefined : parseRequestId(q);
  const method = read.choice('method', METHODS);
  // Calls that are named in the URL are shown whatever they are.
  const namesCalls = [q, method, path, operation].some((filter) => filter !== undefined);
  const withoutReads = given.reads !== 'shown' && !namesCalls;
  const withoutListening = !withoutReads && given.listening !== 'shown' && !namesCalls;
  const createdBefore = read.dayEnd('until');
  return {
    given,
    withoutReads,
    withoutListening,
    wanted: {
      status: undefined,
      method,
      path,
      credentialId: key !== undefined && isId(key) ? key : undefined,
      id: request?.id,
      createdAt: request?.createdAt,
      createdAfter: request
        ? undefined
        : (read.dayStart('from') ?? new Date((createdBefore ?? now).getTime() - WINDOW_MS)),
      createdBefore,
      operation,
      errorCode: code,
      errorParam: param,
      idempotencyKey: request ? undefined : q,
      withoutReads: withoutReads || undefined,
      withoutListening: withoutListening || undefined,
      ...(isStatusFilter(status) && { [status]: true }),
    },
  };
}

function isStatusFilter(text: string | undefined): text is StatusFilter {
  return text !== undefined && isKeyOf(CALL_LOG.en.statuses, text);
}
