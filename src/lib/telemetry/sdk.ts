import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../logger.ts';
import { PROGRAM } from './program.ts';
import { switchOn } from './tracing.ts';

/** What is left is given up then, so that a receiver that hangs does not hold up the end of the process. */
const CLOSE_TIMEOUT_MS = 3_000;

/**
 * Begins to export traces by OTLP over HTTP. Where to, with which headers, the name of the service and the sampling are
 * what OpenTelemetry's own variables say; the SDK reads them. Spans wait in memory, at most as many as
 * OTEL_BSP_MAX_QUEUE_SIZE, and are dropped while the receiver is away. Returns what ends it.
 */
export function startExporting(logger: Logger): () => Promise<void> {
  const own = resourceFromAttributes({ 'service.name': PROGRAM.name, 'service.version': PROGRAM.version });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(reporting(new OTLPTraceExporter(), logger))],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  switchOn();
  return async () => {
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
  };
}

/** Says once that the receiver is away, and once that it is back. */
function reporting(exporter: OTLPTraceExporter, logger: Logger): SpanExporter {
  let isAway = false;
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !isAway)
          logger.warn('traces cannot be exported; they are dropped until that works again');
        if (!failed && isAway) logger.info('traces are exported again');
        isAway = failed;
        // Told as done: the SDK would report each failure by itself.
        done({ code: 0 });
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
