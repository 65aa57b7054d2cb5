import type { Logger } from '../../lib/logger.ts';
import type { Metrics } from '../../lib/metrics.ts';
import type { Request } from '../call.ts';
import type { Answer } from '../answers/reply.ts';

/** Measures each answered call, and logs it if the operator enabled the access log. */
export function createTelemetry(options: {
  metrics: Metrics;
  logger: Logger;
  accessLog: boolean;
}): (request: Request, answer: Answer) => void {
  const { metrics, logger, accessLog } = options;
  return ({ call, method }, { status, errorCode }) => {
    const operation = call.match?.operation.id ?? 'none';
    const durationMs = performance.now() - call.startedAtMs;
    metrics.observeRequest(operation, status, durationMs / 1000);
    if (!accessLog) return;
    logger.info('call', {
      request_id: call.requestId,
      trace_id: call.traceId,
      method,
      operation,
      status,
      error_code: errorCode,
      duration_ms: Math.round(durationMs * 100) / 100,
      account_id: call.caller?.accountId,
      credential_id: call.caller?.credentialId,
    });
  };
}
