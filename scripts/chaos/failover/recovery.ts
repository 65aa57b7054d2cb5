import type { Call } from './history.ts';
import type { Fault, Kind } from './faults.ts';
import type { Readiness } from './readiness.ts';

/** What must hold (D65). */
const READY_WITHIN_MS = 1_000;
const WRITES_BACK_AFTER_KILL_MS = 3_000;
const BACK_WITHIN_MS = 5_000;
const SHARE = 0.99;
/** For this long the share of calls must succeed for the service to be back. */
const STEADY_MS = 1_000;
/** What was called so shortly before the next fault, and failed after that, failed because of it. */
const IN_FLIGHT_MS = 2_000;
/** The process whose connections fall silent. */
export const BEHIND_PROXIES = '2b';
const WRITES = new Set(['create', 'pay', 'cancel', 'delete', 'refund']);

/** What a fault cost, in milliseconds since it began; `null`: not until the next. */
export interface Recovery {
  kind: Kind;
  noticed_ms: number | null;
  promoted_ms: number | null;
  fenced_ms: number | null;
  /** A write that was begun after the fault has succeeded. */
  writes_ms: number | null;
  /** From then on, 99 % of the calls that begin succeed. */
  calls_ms: number | null;
  /** The same since the standby was promoted, where it was. */
  after_ms: number | null;
  failed: number;
}

export function describeRecovery(
  calls: readonly Call[],
  faults: readonly Fault[],
  lastMs: number,
): Recovery[] {
  return faults.map((fault, index) => {
    const { kind, startMs, noticedMs, promotedMs, fencedMs } = fault;
    const untilMs = faults[index + 1]?.beginMs ?? lastMs;
    const since = calls
      .filter(({ start }) => start >= startMs && start < untilMs)
      .filter(({ start, end, known }) => known || end <= untilMs || start < untilMs - IN_FLIGHT_MS)
      // The other processes know nothing of it.
      .filter(({ process }) => kind !== 'silent' || process === BEHIND_PROXIES)
      .sort((one, other) => one.start - other.start);
    const write = since
      .filter(({ op, known, status }) => WRITES.has(op) && known && (status ?? 0) < 400)
      .reduce((earliest, { end }) => Math.min(earliest, end), Infinity);
    const backMs = findBack(since, untilMs);
    const after = (ms: number | undefined): number | null =>
      ms === undefined || ms === Infinity ? null : Math.round(ms - startMs);
    return {
      kind,
      noticed_ms: after(noticedMs),
      promoted_ms: after(promotedMs),
      fenced_ms: after(fencedMs),
      writes_ms: after(write),
      calls_ms: after(backMs),
      after_ms: backMs === undefined ? null : Math.round(Math.max(0, backMs - (promotedMs ?? startMs))),
      failed: since.filter(({ known }) => !known).length,
    };
  });
}

/** The earliest time from which on the calls that begin succeed, for a while and until the next fault. */
function findBack(calls: readonly Call[], untilMs: number): number | undefined {
  let left = calls.length;
  let failed = calls.filter(({ known }) => !known).length;
  for (const [index, { start, known }] of calls.entries()) {
    if (known && left - failed >= SHARE * left) {
      const next = calls.slice(index).filter((other) => other.start < start + STEADY_MS);
      const succeeded = next.filter((other) => other.known).length;
      if (succeeded >= SHARE * next.length && start + STEADY_MS <= untilMs) return start;
    }
    left -= 1;
    if (!known) failed -= 1;
  }
  return undefined;
}

export function judgeRecovery(recoveries: readonly Recovery[], ready: Readiness): string[] {
  return [
    ...(ready.slowest_ms > READY_WITHIN_MS + ready.slowest_health_ms
      ? [`/ready took ${ready.slowest_ms} ms, and /v1/health ${ready.slowest_health_ms} ms at most`]
      : []),
    ...(ready.failed > 0 ? [`/ready did not respond ${ready.failed} times`] : []),
    ...recoveries.flatMap(({ kind, writes_ms, after_ms }) => [
      ...(kind === 'killed' && (writes_ms === null || writes_ms > WRITES_BACK_AFTER_KILL_MS)
        ? [`${kind}: the first write succeeded after ${writes_ms} ms`]
        : []),
      ...(after_ms === null || after_ms > BACK_WITHIN_MS
        ? [`${kind}: 99 % of calls succeeded after ${after_ms} ms`]
        : []),
    ]),
  ];
}
