import { timeOfRequest, uuidOfRequest } from '../lib/ids.ts';
import type { Json } from '../lib/json.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import type { Query, Redaction } from './redaction.ts';
import type { RequestLogWriter } from './writer.ts';

/** Longer ones can be sent, but match nothing. */
const MAX_PATH_LENGTH = 512;
const MAX_ADDRESS_LENGTH = 64;
const MAX_HEADER_LENGTH = 255;

/** What the outcome of a call depends on, besides its `Idempotency-Key`, and the program that made it. */
const KEPT_HEADERS = ['Accept', 'Content-Type', 'Service-Version', 'User-Agent'] as const;
export type KeptHeaders = Partial<Record<(typeof KEPT_HEADERS)[number], string>>;

/** A call of a known caller and how it was answered. */
export interface AnsweredCall {
  requestId: string;
  accountId: string;
  credential: { id: string; name: string; lastFour: string };
  method: string;
  /** Without the query. */
  path: string;
  /** As it was sent; undefined when there was none. */
  query: Query | undefined;
  /** By lower-case name, as they were sent. */
  headers: NodeJS.Dict<string | string[]>;
  /** Null when the path or the method matches none. */
  operation: string | null;
  status: number;
  errorCode: string | null;
  durationMs: number;
  ip: string;
  apiVersion: string;
  /** Whether the response was the stored one of an earlier call. */
  replayed: boolean;
  /** As it was sent; undefined when there was none, and text when it was not read as JSON. */
  requestBody: unknown;
  /** Undefined when the response has none, or it is not JSON. */
  answerBody: unknown;
}

/**
 * Adds an answered call to the account's call log, reduced to what the log may keep (D20). Returns at once: the
 * entry is written later with others, and the call does not depend on it.
 */
export function recordCall(writer: RequestLogWriter, redaction: Redaction, call: AnsweredCall): void {
  const { operation, errorCode, answerBody } = call;
  writer.add({
    account_id: call.accountId,
    created_at: formatTimestamp(timeOfRequest(call.requestId)),
    id: uuidOfRequest(call.requestId),
    method: call.method,
    path: call.path.slice(0, MAX_PATH_LENGTH),
    query: toText(redaction.query(operation, call.query)),
    operation,
    status: call.status,
    error_code: errorCode,
    duration_ms: Math.round(call.durationMs),
    ip: call.ip.slice(0, MAX_ADDRESS_LENGTH),
    credential_id: call.credential.id,
    credential_name: call.credential.name,
    credential_last_four: call.credential.lastFour,
    headers: JSON.stringify(keepHeaders(call)),
    idempotency_key: headerOf(call, 'idempotency-key') ?? null,
    api_version: call.apiVersion,
    request_body: toText(redaction.request(operation, call.requestBody)),
    response_body: toText(
      errorCode === null ? redaction.answer(operation, answerBody) : redaction.error(answerBody),
    ),
    replayed: call.replayed,
  });
}

function keepHeaders(call: AnsweredCall): KeptHeaders {
  const kept: KeptHeaders = {};
  for (const name of KEPT_HEADERS) {
    const value = headerOf(call, name.toLowerCase());
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

function headerOf({ headers }: AnsweredCall, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value.slice(0, MAX_HEADER_LENGTH) : undefined;
}

function toText(body: Json): string | null {
  return body === null ? null : JSON.stringify(body);
}
