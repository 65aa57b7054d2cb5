import { deflateSync, inflateSync } from 'node:zlib';
import type { Json } from '../lib/json.ts';
import { withoutApiKeys } from '../lib/secrets/keys-in-text.ts';
import type { KeptHeaders } from './allow-list.ts';

/** The details of a call log's entry, besides its summary. */
export interface Details {
  headers: KeptHeaders;
  requestBody: Json;
  responseBody: Json;
}

/** Shorter ones are hardly worth the time. */
const LEAST_PACKED = 400;

/**
 * Texts that bodies often contain, the most frequent last. Stored rows refer to it, so it never changes; zlib's header
 * names it by a checksum, by which a better one could be told apart from it.
 */
const DICTIONARY = Buffer.from(
  [
    '{"object":"list","has_more":false,"next_cursor":null,"data":[{"object":"transaction","kind":"fee","webhook_endpoint',
    '"enabled_events":["payment_link.paid","deposit.completed","balance.updated"],"signing_secret":"[redacted]"',
    '{"error":{"type":"invalid_request_error","code":"invalid_request","message":"[redacted]","param":"',
    '"not_found","rate_limited","idempotency_key_reused","conflict","authentication_error","permission_error"',
    '"object":"withdrawal","refund","conversion","completed","failed","pending","processing","cancelled","expired"',
    '"from_asset":"USDC","to_asset":"USDT","from_amount":"to_amount":"net_amount":"failure_reason":null,"completed_at":null',
    '{"amount":"100.00","currency":"USD","description":"Order 1","metadata":{},"expires_in_seconds":3600,"return_url":"',
    '"USDC_BASE","USDC_POLYGON","COP","PSE","locked","calculating","Ethereum","Polygon","Arbitrum","Base"',
    '{"headers":{"Accept":"*/*","Content-Type":"application/json","Service-Version":"2026-11-01","User-Agent":"Mozilla/5.0 ',
    'node","python-requests/2.","axios/1.","curl/8."},"requestBody":null},"requestBody":{"method":"SPEI"},"responseBody":',
    '{"object":"deposit","id":"01a2-7","status":"credited","payment_link_code":"PL-","method":"SPEI","asset":"MXN",',
    '"network":null,"amount":"00.00000000","refunded_amount":"0.00000000","destination":"[redacted]",',
    '"reference":"[redacted]","provider_reference":"[redacted]","payer":"[redacted]","request_id":"req_01a2","created_at":"',
    '","resolved_at":null}},"requestBody":{"amount":"1500.50","currency":"MXNB","description":"Order "},"responseBody":',
    '{"object":"payment_link","code":"PL-","status":"active","amount":"00.00000000","currency":"MXNB","description":"Order ',
    '","reference":null,"metadata":"[redacted]","fee_bearer":"merchant","accepted_methods":["SPEI","MXNB"],"url":"https://',
    '/pay/PL-","checkout_url":"https:///pay/PL-","created_at":"2026-","expires_at":"2026-","paid_at":null,',
    '"paid_with_method":null,"return_url":null,"payer_name":null,"qr":{"object":"checkout_qr","format":"svg","encodes":"',
    '","svg":"[redacted]"},"methods":[{"object":"payment_link_method","method":"SPEI","asset":"MXN",',
    '"requires_conversion":false,"available":true,"amount_due":".50","fee":"0.00000000","exchange_rate":"1.00000000",',
    '"amount_due_expires_at":"2026-","quote_status":"native","instructions":"[redacted]"}]}}',
  ].join(''),
);
// Windows for the dictionary and the longest text, which take less time to set up than the default ones.
const OPTIONS = { dictionary: DICTIONARY, level: 1, windowBits: 13, memLevel: 5 };

/** The stored form of a value, without API keys, which can be in any text that a caller sends. */
export function toText(value: object | string | number | boolean): string {
  return withoutApiKeys(JSON.stringify(value));
}

/** Much shorter than their JSON; undefined if that is short already. */
export function packDetails(details: Details): Buffer | undefined {
  const text = toText(details);
  return text.length < LEAST_PACKED ? undefined : deflateSync(text, OPTIONS);
}

export function unpackDetails(packed: Buffer): Details {
  return JSON.parse(inflateSync(packed, OPTIONS).toString()) as Details;
}
