import type { RequestHandler } from 'express';
import { SpanStatusCode } from '@opentelemetry/api';
import { beginRequest, isTracing } from '../../lib/telemetry/tracing.ts';
import { templateOf } from './telemetry.ts';

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
