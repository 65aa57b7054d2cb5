import { type Query, recordCall, type Redaction, type RequestLogWriter } from '../request-logs/index.ts';
import { sendsBody } from './request/body.ts';
import type { Request } from './request/call.ts';
import { JSON_CONTENT, type Answer } from './answers/reply.ts';

/** Records each answered call in the call log. A call without a usable key belongs to no account and is not logged. */
export function createCallLog(options: {
  writer: RequestLogWriter;
  redaction: Redaction;
  /** The part of successful reads that is logged. */
  reads: 'full' | 'summary';
}): (request: Request, answer: Answer) => void {
  const { writer, redaction, reads } = options;
  return (request, answer) => {
    const { call } = request;
    const { caller } = call;
    if (!caller) return;
    recordCall(writer, redaction, {
      requestId: call.requestId,
      accountId: caller.accountId,
      credential: { id: caller.credentialId, name: caller.credentialName, lastFour: caller.lastFour },
      method: request.method,
      path: request.path,
      query: request.url.includes('?') ? (request.query as Query) : undefined,
      headers: request.headers,
      operation: call.match?.operation.id ?? null,
      status: answer.status,
      errorCode: answer.errorCode ?? null,
      durationMs: performance.now() - call.startedAtMs,
      ip: call.clientAddress,
      apiVersion: answer.headers['Service-Version'] ?? call.version,
      replayed: answer.headers['Idempotent-Replay'] === 'true',
      requestBody: requestBodyOf(request),
      answerBody: answerBodyOf(answer),
      isSummary: reads === 'summary' && request.method === 'GET' && answer.errorCode === undefined,
    });
  };
}

/** Text for a body that was not read, or not as JSON. */
function requestBodyOf(request: Request): unknown {
  const body: unknown = request.body;
  return body === undefined && sendsBody(request) ? 'not read' : body;
}

/** A replayed response has only its text. */
function answerBodyOf({ headers, text, body }: Answer): unknown {
  const isJson = text !== '' && headers['Content-Type'] === JSON_CONTENT['Content-Type'];
  return body ?? (isJson ? (JSON.parse(text) as unknown) : undefined);
}
