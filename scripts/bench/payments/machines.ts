import { daysKept, type Relation } from './relations.ts';
import type { RelationLog, WalContent } from './wal.ts';

const CORES = [2, 8, 32];
/** Above it, calls wait for each other. */
const LARGEST_SHARE_OF_CPU = 0.7;
/** Of a day's payments that fall into its busiest hour. */
const BUSIEST_HOUR = 0.1;
const HOUR_S = 3_600;
const DAYS_A_YEAR = 365;

/** The average cost of one operation. */
export interface Cost {
  serviceMs: number;
  postgresMs: number;
  wal: WalContent;
  /** The same by table and index. */
  logged: RelationLog[];
  grown: Relation[];
}

/**
 * What one machine carries when each payment needs these operations, once each: computed, not measured. It assumes that
 * the service and Postgres share the machine, with a process of the service for each core that Postgres leaves; that
 * cores do not slow each other down; that work is spread over accounts, whose payments wait for one another; and a disk
 * that takes the log. Reading is not counted.
 */
export function machinesFor(operations: readonly Cost[]): Record<string, number | string>[] {
  const total = (figure: (cost: Cost) => number): number =>
    operations.reduce((sum, cost) => sum + figure(cost), 0);
  const cpuMs = total(({ serviceMs, postgresMs }) => serviceMs + postgresMs);
  const walBytes = total(({ wal }) => wal.records + wal.pages);
  // What is deleted after some days takes the place of those days.
  const bytesAfterAYear = total(({ grown }) =>
    grown.reduce((sum, relation) => sum + relation.bytes * (daysKept(relation) ?? DAYS_A_YEAR), 0),
  );
  return CORES.map((cores) => {
    const perSecond = (cores * LARGEST_SHARE_OF_CPU * 1000) / cpuMs;
    const perDay = (perSecond * HOUR_S) / BUSIEST_HOUR;
    return {
      cores,
      'payments/s': Math.round(perSecond),
      'log MB/s': ((perSecond * walBytes) / 1e6).toFixed(1),
      'payments a day': Math.round(perDay),
      'disk TB after a year': ((perDay * bytesAfterAYear) / 1e12).toFixed(1),
    };
  });
}
