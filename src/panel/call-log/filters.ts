import { isId, parseRequestId } from '../../lib/ids.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import { dayOf, momentOf } from '../../lib/time-zone.ts';
import type { LogFilters } from '../../request-logs/index.ts';
import { readFilters } from '../request/filters.ts';
import type { MemberVisit } from '../request/route.ts';
import { CALL_LOG, type Span, type StatusFilter } from './texts.ts';

const DAY_MS = 24 * 3600_000;
export const MAX_FILTER_LENGTH = 255;
export const METHODS = ['POST', 'PATCH', 'DELETE', 'GET'] as const;

export const SPANS: readonly Span[] = ['today', 'week', 'month'];

const FILTERS = [
  'q',
  'status',
  'method',
  'path',
  'operation',
  'code',
  'param',
  'key',
  'span',
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
  /** How far the list goes back; undefined with days of one's own. */
  span: Span | undefined;
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
  // Whoever names calls wants to see them, whatever they are.
  const namesCalls = [q, method, path, operation].some((filter) => filter !== undefined);
  const withoutReads = given.reads !== 'shown' && !namesCalls;
  const withoutListening = !withoutReads && given.listening !== 'shown' && !namesCalls;
  const isDays = read.day('from') !== undefined || read.day('until') !== undefined;
  const span = isDays ? undefined : (read.choice('span', SPANS) ?? 'week');
  const createdBefore = read.dayEnd('until');
  return {
    given,
    span,
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
        : (read.dayStart('from') ?? startOf(visit, span, createdBefore ?? now)),
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

/** Of a span that ends at this time; by default a week, like the API's (D32). */
function startOf({ timeZone }: MemberVisit, span: Span | undefined, end: Date): Date {
  switch (span) {
    case 'today':
      return momentOf(timeZone, dayOf(timeZone, end)) as Date;
    case 'month':
      return new Date(end.getTime() - 30 * DAY_MS);
    default:
      return new Date(end.getTime() - 7 * DAY_MS);
  }
}
