import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../db/index.ts';
import { DatabaseAway } from '../lib/errors/database-away.ts';
import { describeError, type Logger } from '../lib/logger.ts';
import type { Metrics } from '../lib/metrics.ts';
import { dayOf, plusDays, UTC } from '../lib/time-zone.ts';
import { LogBatch, type NewLog } from './batch.ts';
import { insertLogs, makePartitions } from './repository.ts';

/** Bounded, so that writing a batch does not delay the calls of a busy process. */
const BATCH_ROWS = 128;
/** How long a row waits for others to share its batch. */
const BATCH_AGE_MS = 200;
/** Some seconds of a busy process, which is how long the database may be unavailable. */
const MAX_WAITING_ROWS = 10_000;
const RETRY_PAUSE_MS = 1_000;
const CLOSE_TIMEOUT_MS = 5_000;

const DAY_MS = 24 * 3600 * 1000;
const DAYS_AHEAD = 3;

/**
 * Writes the call log in batches, independently of the calls. Rows wait in memory. While the database cannot take them
 * they keep waiting, until there are too many and new ones are dropped.
 */
export class RequestLogWriter {
  readonly #db: Database;
  readonly #logger: Logger;
  readonly #metrics: Metrics;
  /** Oldest first; rows are added to the last one. */
  readonly #batches: LogBatch[] = [];
  /** The batch in `#batches` that takes rows; none while the last one is full or being written. */
  #open: LogBatch | undefined;
  /** An empty one that was written before. */
  #spare: LogBatch | undefined;
  #waiting = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #closed = false;
  /** There are partitions for everything written before then. */
  #roomUntilMs = 0;

  constructor(options: { db: Database; logger: Logger; metrics: Metrics }) {
    this.#db = options.db;
    this.#logger = options.logger;
    this.#metrics = options.metrics;
    this.#metrics.watch(
      'payments_request_log_waiting',
      'Rows of the call log waiting to be written.',
      () => this.#waiting,
    );
  }

  /** Queues a row for one of the next batches. Waits for nothing. */
  add(row: NewLog): void {
    if (this.#waiting >= MAX_WAITING_ROWS) {
      this.#dropped += 1;
      return;
    }
    const batch = (this.#open ??= this.#openBatch());
    batch.add(row);
    this.#waiting += 1;
    if (batch.rows < BATCH_ROWS) return this.#writeSoon();
    this.#open = undefined;
    void this.#write();
  }

  /** Writes the waiting rows before the process ends; gives up after 5 seconds without the database. */
  async close(): Promise<void> {
    const deadline = new AbortController();
    await Promise.race([this.#writeAll(), delay(CLOSE_TIMEOUT_MS, undefined, { signal: deadline.signal })]);
    deadline.abort();
    this.#closed = true;
    if (this.#waiting > 0) {
      this.#logger.warn('call log rows lost at shutdown', {
        rows: this.#waiting,
      });
    }
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting > 0 && !this.#closed) await this.#write();
  }

  #writeSoon(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => void this.#write(), BATCH_AGE_MS);
  }

  /** One write at a time; calls in the meantime share the one in progress. */
  #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#writeBatches().finally(() => {
      this.#writing = undefined;
      if (this.#waiting > 0) this.#writeSoon();
    });
    return this.#writing;
  }

  async #writeBatches(): Promise<void> {
    try {
      do await this.#writeBatch();
      while (this.#waiting >= BATCH_ROWS);
    } catch (error) {
      this.#roomUntilMs = 0;
      if (!(error instanceof DatabaseAway)) {
        this.#logger.warn('call log write failed and will be retried', {
          rows: this.#waiting,
          ...describeError(error),
        });
      }
      await delay(RETRY_PAUSE_MS);
    }
  }

  async #writeBatch(): Promise<void> {
    this.#reportDropped();
    await this.#makeRoom();
    const [batch] = this.#batches;
    if (!batch) return;
    // The batch being written stays as it is, so that it can be written again.
    if (batch === this.#open) this.#open = undefined;
    await this.#db.inOneTrip((trx) => insertLogs(trx, batch));
    this.#batches.shift();
    this.#waiting -= batch.rows;
    batch.clear();
    this.#spare = batch;
  }

  #openBatch(): LogBatch {
    const batch = this.#spare ?? new LogBatch();
    this.#spare = undefined;
    this.#batches.push(batch);
    return batch;
  }

  #reportDropped(): void {
    if (this.#dropped === 0) return;
    this.#logger.warn('call log rows dropped: too many waiting', { rows: this.#dropped });
    this.#metrics.countDroppedLogRows(this.#dropped);
    this.#dropped = 0;
  }

  /** The writer itself creates the partitions, some days ahead, so that the log depends on no other process. */
  async #makeRoom(): Promise<void> {
    const now = Date.now();
    if (now + DAY_MS < this.#roomUntilMs) return;
    const today = dayOf(UTC, new Date(now));
    await this.#db.transaction((trx) =>
      makePartitions(trx, { first: plusDays(today, -1), last: plusDays(today, DAYS_AHEAD) }),
    );
    this.#roomUntilMs = now + DAYS_AHEAD * DAY_MS;
  }
}
