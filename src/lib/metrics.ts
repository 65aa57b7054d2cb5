import cluster from 'node:cluster';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const REQUEST_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics as Prometheus reads them. */
export interface Exposition {
  readonly contentType: string;
  /** Everything in the Prometheus text format. */
  expose(): Promise<string>;
}

/** The deployment's metrics for its operator; label values are bounded by the contract. */
export interface Metrics extends Exposition {
  /** One answered request. */
  observeRequest(operation: string, status: number, durationS: number): void;
  /** One request counted by the process itself because the shared store was unavailable. */
  countRateLimitFallback(): void;
  /** One attempt of a webhook delivery, and how long after it was due. */
  observeDeliveryAttempt(outcome: 'delivered' | 'retried' | 'failed', lagS: number): void;
  /** Rows of the call log dropped because the queue was full. */
  countDroppedLogRows(count: number): void;
  /** A request to the screening hook, and whether it was answered. */
  countScreening(isAnswered: boolean): void;
  /** A list or page that was read where replicas may answer (D66), and why there. */
  countRead(place: 'replica' | 'primary', why: 'fresh' | 'stale' | 'away' | 'failed'): void;
  /** A figure that is read whenever the metrics are. */
  watch(name: string, help: string, read: () => number | Promise<number>): void;
  /**
   * Like `watch`, by labels; labels that are no longer read are no longer exposed. The figures of several processes are
   * added up, unless `together` says otherwise.
   */
  watchEach<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    read: () => Promise<Sample<Label>[]>,
    together?: 'min' | 'max',
  ): void;
}

export interface Sample<Label extends string> {
  labels: Record<Label, string>;
  value: number;
}

/** `cell` is the number of the cell whose metrics these are, and becomes a label of each; undefined without cells. */
export function createMetrics(cell?: number): Metrics {
  const registry = new Registry();
  if (cell !== undefined) registry.setDefaultLabels({ cell: String(cell) });
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  if (cluster.isWorker) answerPrimary(registry);
  const { requests, fallbacks, attempts, lag, dropped, screened, unscreened, reads } =
    createInstruments(registers);
  // Bound once, because checking the same few labels in each request costs more than counting.
  const outcomes = new Map<string, Histogram.Internal<'operation' | 'status'>>();
  return {
    observeRequest(operation, status, durationS) {
      const key = `${operation} ${status}`;
      let outcome = outcomes.get(key);
      if (!outcome) outcomes.set(key, (outcome = requests.labels(operation, String(status))));
      outcome.observe(durationS);
    },
    countRateLimitFallback: () => fallbacks.inc(),
    observeDeliveryAttempt(outcome, lagS) {
      attempts.labels(outcome).inc();
      lag.observe(lagS);
    },
    countDroppedLogRows: (count) => dropped.inc(count),
    countRead: (place, why) => reads.labels(place, why).inc(),
    countScreening: (isAnswered) => (isAnswered ? screened : unscreened).inc(),
    watch(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await read());
        },
      });
    },
    watchEach(name, help, labelNames, read, together) {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        ...(together && { aggregator: together }),
        async collect() {
          const samples = await read();
          this.reset();
          for (const { labels, value } of samples) this.set(labels, value);
        },
      });
    },
    contentType: registry.contentType,
    expose: () => registry.metrics(),
  };
}

/** The metrics that are counted as things happen; the others are read when they are asked for. */
function createInstruments(registers: Registry[]) {
  return {
    requests: new Histogram({
      name: 'payments_request_duration_seconds',
      help: 'How long requests took to answer, by operation and status.',
      labelNames: ['operation', 'status'],
      buckets: REQUEST_BUCKETS_S,
      registers,
    }),
    fallbacks: new Counter({
      name: 'payments_rate_limit_fallbacks_total',
      help: 'Requests counted by the process itself because the shared store was unavailable.',
      registers,
    }),
    attempts: new Counter({
      name: 'payments_delivery_attempts_total',
      help: 'Attempts to deliver a webhook, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    lag: new Histogram({
      name: 'payments_delivery_lag_seconds',
      help: 'How long after its due time a delivery attempt began.',
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600],
      registers,
    }),
    dropped: new Counter({
      name: 'payments_request_log_dropped_total',
      help: 'Rows of the call log dropped because the queue was full.',
      registers,
    }),
    screened: new Counter({
      name: 'payments_screening_answered_total',
      help: 'Questions that whoever screens payments has answered.',
      registers,
    }),
    unscreened: new Counter({
      name: 'payments_screening_unanswered_total',
      help: 'Questions that whoever screens payments has not answered in time, or not as agreed.',
      registers,
    }),
    reads: new Counter({
      name: 'payments_reads_total',
      help: 'Lists and pages read where replicas may answer, by place and why it was read there.',
      labelNames: ['place', 'why'],
      registers,
    }),
  };
}

/** A primary's request to its worker process. */
export interface MetricsQuestion {
  /**
   * The request's number, which its response repeats, because several may be open, and an older response would count
   * too little.
   */
  measure: number;
}

export interface MetricsAnswer {
  /** The number of the request. */
  measure: number;
  /** Null when the metrics could not be read. */
  measured: object[] | null;
}

function answerPrimary(registry: Registry): void {
  process.on('message', ({ measure }: Partial<MetricsQuestion>) => {
    // The rate limiter uses the same channel.
    if (measure === undefined) return;
    const answer = (measured: object[] | null) =>
      process.send?.({ measure, measured } satisfies MetricsAnswer);
    registry.getMetricsAsJSON().then(answer, () => answer(null));
  });
}

/** The metrics of several processes, added up; event loop delays are averaged. */
export function createSummary(measureAll: () => Promise<object[][]>): Exposition {
  return {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    expose: async () => AggregatorRegistry.aggregate(await measureAll()).metrics(),
  };
}
