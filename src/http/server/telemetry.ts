import { SpanStatusCode } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import { coarseNetworkOf } from '../../lib/cidr.ts';
import { isId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Metrics } from '../../lib/metrics.ts';
import { beginRequest, isTracing } from '../../lib/telemetry/tracing.ts';
import { isOfApi, type Request, type Response } from '../request/call.ts';
import type { Answer } from '../answers/reply.ts';

/** Measures each answered request, and logs it if the operator enabled the access log. */
export interface Telemetry {
  /** For a call of the API. */
  ofCall: (request: Request, answer: Pick<Answer, 'status' | 'errorCode'>) => void;
  /** For all other requests, such as pages, notices, probes and files. Records the response when it is over. */
  ofPage: (request: Request, response: Response) => void;
}

export function createTelemetry(options: {
  metrics: Metrics;
  logger: Logger;
  accessLog: boolean;
}): Telemetry {
  const { metrics, logger, accessLog } = options;

  const observe = (request: Request, label: string, answer: Pick<Answer, 'status' | 'errorCode'>): void => {
    const { call, method } = request;
    const durationMs = performance.now() - call.startedAtMs;
    metrics.observeRequest(label, answer.status, durationMs / 1000);
    if (!accessLog) return;
    logger.info('call', {
      request_id: call.requestId,
      trace_id: call.traceId,
      method,
      path: pathOf(request),
      operation: call.match?.operation.id,
      status: answer.status,
      error_code: answer.errorCode,
      duration_ms: Math.round(durationMs * 100) / 100,
      address: addressOf(request),
      account_id: call.caller?.accountId,
      credential_id: call.caller?.credentialId,
    });
  };

  return {
    ofCall(request, answer) {
      if (isOfApi(request)) observe(request, request.call.match?.operation.id ?? 'none', answer);
    },
    ofPage(request, response) {
      response.once('close', () => {
        // Otherwise the client left before there was a response.
        if (!response.headersSent) return;
        const template = templateOf(request);
        const label = template === undefined ? 'none' : `${methodOf(request)} ${template}`;
        observe(request, label, { status: response.statusCode });
      });
    },
  };
}

/** Runs each request in a span, which is named after its route once that is known. */
export const traceRequest: RequestHandler = (request, response, next) => {
  if (!isTracing()) return next();
  const span = beginRequest(request.get('traceparent'), next);
  response.once('close', () => {
    const { call, method } = request;
    const route = templateOf(request);
    span.updateName(route === undefined ? method : `${method} ${route}`);
    span.setAttributes({
      'http.request.method': method,
      ...(route !== undefined && { 'http.route': route }),
      ...(response.headersSent && { 'http.response.status_code': response.statusCode }),
      'payments.request_id': call.requestId,
      ...(call.match && { 'payments.operation': call.match.operation.id }),
      ...(call.caller && { 'payments.account_id': call.caller.accountId }),
    });
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
};

/** For metrics, whose labels must be few, so all unknown paths share one. */
function methodOf({ method }: Request): string {
  return ['GET', 'HEAD', 'POST'].includes(method) ? method : 'other';
}

/** The route, as the contract would write it: /pay/{code}. */
function templateOf({ call, route }: Request): string | undefined {
  if (call.match) return call.match.operation.path;
  const { path } = (route ?? {}) as { path?: string | string[] };
  return [path].flat()[0]?.replaceAll(/:(\w+)/g, '{$1}');
}

const EVENT_OR_REQUEST_ID = /^(evt|req)_[0-9a-f]{32}$/;

/**
 * The path without anything that grants access, such as a payment link's code or a one-time link's token. It is the
 * route with the ids of records in place. Of an unknown path, only its first segment.
 */
function pathOf(request: Request): string {
  const template = templateOf(request);
  if (template === undefined)
    return /^\/(v1|panel|pay|q|providers)(?=[/?]|$)/.exec(request.originalUrl)?.[0] ?? '/';
  const params: Record<string, unknown> = request.call.match?.pathParams ?? request.params;
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = String(params[name]);
    return isId(value) || EVENT_OR_REQUEST_ID.test(value) ? value : placeholder;
  });
}

/** For payers, the log keeps only the network of their address. */
function addressOf({ call, originalUrl }: Request): string {
  const isOfCustomer = /^\/(v1|panel|providers)(?=[/?]|$)/.test(originalUrl);
  return isOfCustomer ? call.clientAddress : coarseNetworkOf(call.clientAddress);
}
