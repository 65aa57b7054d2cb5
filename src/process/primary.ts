import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/index.ts';
import { logRun } from './run-log.ts';
import type { Greeting, Service } from './startup-report.ts';
import { type MetricsEndpoint, serveMetrics } from '../http/index.ts';
import { createLogger, type Logger } from '../lib/logger.ts';
import { createSummary } from '../lib/metrics.ts';
import { SENDER_VARIABLES } from '../rails/index.ts';
import { countForWorkers } from '../rate-limits/index.ts';
import { startProcess } from './worker-process.ts';

/** The minimum time between restarts, so that a process that always fails does not overload the machine. */
const START_INTERVAL_MS = 5_000;

/**
 * Runs WORKERS processes that serve on one port, and replaces each that ends. This process itself only distributes
 * connections, counts for the rate limits, and gathers the metrics. Throws StartupError when one of the first
 * processes fails to start; then none is left running.
 */
export async function startPrimary(config: Config): Promise<Service> {
  const logger = createLogger(config.logLevel);
  countForWorkers();
  const slots = Array.from({ length: config.workers }, (_, slot) => occupy(environmentOf(slot), logger));
  let metrics: MetricsEndpoint | undefined;
  const stop = async (): Promise<void> => {
    await Promise.all(slots.map((slot) => slot.leave()));
    metrics?.close();
  };
  const measureAll = async () => Promise.all(slots.map((slot) => slot.measure()));
  try {
    const greetings = await Promise.all(slots.map((slot) => slot.serves));
    if (config.metricsPort !== undefined) {
      metrics = await serveMetrics(createSummary(measureAll), config.metricsPort, config.host);
    }
    // Among all that start on an empty database, one creates the demo account, and only that one knows its key.
    const demos = greetings.flatMap(({ demo }) => demo ?? []);
    const demo = demos.find(({ apiKey }) => apiKey !== undefined) ?? demos[0];
    const { address, panelUrl, providers = [] } = greetings[0] ?? {};
    return logRun({ greeting: { address, panelUrl, demo, providers }, stop }, config, logger);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** All serve calls; the first also does the background work, because a single one is enough. */
function environmentOf(slot: number): NodeJS.ProcessEnv {
  const unset = slot > 0 ? ['METRICS_PORT', ...SENDER_VARIABLES] : ['METRICS_PORT'];
  return {
    ...Object.fromEntries(unset.map((name) => [name, undefined])),
    ...(slot > 0 && { ROLES: 'api' }),
  };
}

interface ProcessSlot {
  /** Resolves or rejects with the first process. */
  serves: Promise<Greeting>;
  /** The metrics of its process; none before it serves. */
  measure(): Promise<object[]>;
  /** Resolves when the current process has finished its calls and has ended. */
  leave(): Promise<void>;
}

/** Keeps one process running by replacing each that ends. */
function occupy(environment: NodeJS.ProcessEnv, logger: Logger): ProcessSlot {
  const leaving = new AbortController();
  const { signal } = leaving;
  const first = startProcess(environment);
  let current = first;
  const keep = async (): Promise<void> => {
    await first.serves;
    for (;;) {
      const end = await current.ended;
      if (signal.aborted) return;
      logger.error('API process ended; starting another', { ...end });
      const pauseMs = Math.max(0, current.startedAtMs + START_INTERVAL_MS - performance.now());
      // `leave` aborts the pause.
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      current = startProcess(environment);
    }
  };
  // `serves` already reports that the first process failed.
  const kept = keep().catch(() => undefined);
  return {
    serves: first.serves,
    measure: () => current.measure(),
    async leave() {
      leaving.abort();
      current.stop();
      await kept;
      await current.ended;
    },
  };
}
