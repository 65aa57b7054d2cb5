import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedSpan {
  service: string;
  traceId: string;
  spanId: string;
  /** Empty for the first of a trace. */
  parentId: string;
  name: string;
  attributes: Record<string, string | number>;
  /** The traces that it is linked to. */
  links: string[];
}

export interface TraceReceiver {
  url: string;
  spans: ReceivedSpan[];
  /** The bytes of all requests, as text. */
  raw(): string;
  close(): Promise<void>;
}

/** Receives traces by OTLP over HTTP, in protobuf. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: Buffer[] = [];
  const server = createServer((incoming, response) => {
    void buffer(incoming).then((body) => {
      if (incoming.method !== 'POST' || incoming.url !== '/v1/traces') return response.writeHead(404).end();
      bodies.push(body);
      spans.push(...readRequest(body));
      return response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    raw: () => Buffer.concat(bodies).toString('latin1'),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The fields of one message by number; a field of Buffers is text, bytes or another message. */
type Fields = Map<number, (Buffer | bigint)[]>;

function readMessage(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const take = (length: number): Buffer => bytes.subarray(at, (at += length));
  while (at < bytes.length) {
    const tag = Number(varint());
    const read = { 0: varint, 1: () => take(8), 2: () => take(Number(varint())), 5: () => take(4) }[tag & 7];
    if (!read) throw new Error(`no wire type ${tag & 7}`);
    const value = read();
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const messages = (fields: Fields, number: number): Fields[] =>
  (fields.get(number) ?? []).map((value) => readMessage(value as Buffer));
const bytes = (fields: Fields, number: number): Buffer =>
  (fields.get(number)?.[0] as Buffer | undefined) ?? Buffer.alloc(0);

function readAttributes(holder: Fields, number: number): Record<string, string | number> {
  const entries = messages(holder, number).map((pair): [string, string | number] => {
    const value = readMessage(bytes(pair, 2));
    const whole = value.get(3)?.[0];
    return [bytes(pair, 1).toString(), whole === undefined ? bytes(value, 1).toString() : Number(whole)];
  });
  return Object.fromEntries(entries);
}

/** opentelemetry/proto/collector/trace/v1: resource spans, of scope spans, of spans. */
function readRequest(body: Buffer): ReceivedSpan[] {
  return messages(readMessage(body), 1).flatMap((ofResource) => {
    const [resource] = messages(ofResource, 1);
    const service = String(resource && readAttributes(resource, 1)['service.name']);
    const spans = messages(ofResource, 2).flatMap((ofScope) => messages(ofScope, 2));
    return spans.map((span) => ({
      service,
      traceId: bytes(span, 1).toString('hex'),
      spanId: bytes(span, 2).toString('hex'),
      parentId: bytes(span, 4).toString('hex'),
      name: bytes(span, 5).toString(),
      attributes: readAttributes(span, 9),
      links: messages(span, 13).map((link) => bytes(link, 1).toString('hex')),
    }));
  });
}
