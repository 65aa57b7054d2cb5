import { timeOfRequest, uuidOfRequest } from '../lib/ids.ts';
import type { Json } from '../lib/json.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import { withoutApiKeys } from '../lib/secrets/keys-in-text.ts';
import { packDetails, toText, type Details } from './details.ts';
import { KEPT_HEADERS, type KeptHeaders } from './allow-list.ts';
import type { Query, Redaction } from './redaction.ts';
import type { NewLog } from './batch.ts';
import type { RequestLogWriter } from './writer.ts';

/** Longer ones can be sent, but match nothing. */
const MAX_PATH_LENGTH = 512;
const MAX_ADDRESS_LENGTH = 64;
const MAX_HEADER_LENGTH = 255;
const MAX_PARAM_LENGTH = 128;

/** A call of a known caller, with its response. */
export interface AnsweredCall {
  requestId: string;
  accountId: string;
  credential: { id: string; name: string; lastFour: string };
  method: string;
  /** Without the query. */
  path: string;
  /** As sent; undefined if there was none. */
  query: Query | undefined;
  /** By lower-case name, as sent. */
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
  /** As sent; undefined if there was none, and text when it was not read as JSON. */
  requestBody: unknown;
  /** Undefined when the response has none, or it is not JSON. */
  answerBody: unknown;
  /** Whether its headers and bodies are left out. */
  isSummary: boolean;
}

/**
 * Adds an answered call to the account's call log, reduced to the fields that the log may keep (D20). Returns
 * immediately; the entry is written later with others, and the call does not depend on it.
 */
export function recordCall(writer: RequestLogWriter, redaction: Redaction, call: AnsweredCall): void {
  const { operation, errorCode, answerBody } = call;
  writer.add({
    account_id: call.accountId,
    created_at: formatTimestamp(timeOfRequest(call.requestId)),
    id: uuidOfRequest(call.requestId),
    method: call.method,
    path: withoutApiKeys(call.path).slice(0, MAX_PATH_LENGTH),
    query: textOrNull(redaction.query(operation, call.query)),
    operation,
    status: call.status,
    error_code: errorCode,
    error_param: errorCode === null ? null : paramOf(answerBody),
    duration_ms: Math.round(call.durationMs),
    ip: call.ip.slice(0, MAX_ADDRESS_LENGTH),
    credential_id: call.credential.id,
    credential_name: call.credential.name,
    credential_last_four: call.credential.lastFour,
    idempotency_key: headerOf(call, 'idempotency-key') ?? null,
    api_version: call.apiVersion,
    replayed: call.replayed,
    ...columnsOf(call.isSummary ? SUMMARY : detailsOf(call, redaction), isWorthPacking(call)),
  });
}

const SUMMARY: Details = { headers: {}, requestBody: null, responseBody: null };

function detailsOf(call: AnsweredCall, redaction: Redaction): Details {
  const { operation, errorCode, requestBody, answerBody } = call;
  return {
    headers: keepHeaders(call),
    requestBody: redaction.request(operation, requestBody),
    responseBody: errorCode === null ? redaction.answer(operation, answerBody) : redaction.error(answerBody),
  };
}

/** A call's work takes a hundred times as long as packing; a replay or a read, only ten times. */
function isWorthPacking({ method, replayed }: AnsweredCall): boolean {
  return method !== 'GET' && !replayed;
}

function columnsOf(
  details: Details,
  isPacked: boolean,
): Pick<NewLog, 'headers' | 'request_body' | 'response_body' | 'details'> {
  const packed = isPacked ? packDetails(details) : undefined;
  if (packed) {
    return {
      headers: null,
      request_body: null,
      response_body: null,
      details: `\\x${packed.toString('hex')}`,
    };
  }
  return {
    headers: toText(details.headers),
    request_body: textOrNull(details.requestBody),
    response_body: textOrNull(details.responseBody),
    details: null,
  };
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
  return typeof value === 'string' ? withoutApiKeys(value).slice(0, MAX_HEADER_LENGTH) : undefined;
}

/** The field or parameter that an error is about. */
function paramOf(answerBody: unknown): string | null {
  const { error } = (answerBody ?? {}) as { error?: { param?: unknown } };
  return typeof error?.param === 'string' ? withoutApiKeys(error.param).slice(0, MAX_PARAM_LENGTH) : null;
}

function textOrNull(body: Json): string | null {
  return body === null ? null : toText(body);
}
