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

/** The rest is dropped after this, so that a hanging receiver does not delay the end of the process. */
const CLOSE_TIMEOUT_MS = 3_000;

/**
 * Starts exporting traces by OTLP over HTTP. OpenTelemetry's own variables define the endpoint, headers, service name and
 * sampling; the SDK reads them. Spans wait in memory, at most OTEL_BSP_MAX_QUEUE_SIZE, and are dropped while the receiver
 * is unreachable. Returns a function that ends it.
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

/** Logs once that the receiver is unreachable, and once that it is back. */
function reporting(exporter: OTLPTraceExporter, logger: Logger): SpanExporter {
  let isAway = false;
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !isAway) logger.warn('trace export failed; traces are dropped until it recovers');
        if (!failed && isAway) logger.info('trace export recovered');
        isAway = failed;
        // Reported as a success, because the SDK would log each failure itself.
        done({ code: 0 });
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
