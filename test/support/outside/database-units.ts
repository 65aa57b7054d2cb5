import type { Observer } from './database-proxy.ts';

const BIND = 'B'.charCodeAt(0);
const SYNC = 'S'.charCodeAt(0);
const QUERY = 'Q'.charCodeAt(0);
const READY = 'Z'.charCodeAt(0);
/** What ReadyForQuery says of a connection that is in no transaction. */
const IDLE = 'I'.charCodeAt(0);
const HEADER_BYTES = 5;

/** A transaction, or a statement without one. */
export interface Unit {
  /** By name, in their order. */
  statements: string[];
  /** How often its connection waited for Postgres. */
  roundTrips: number;
}

/** Tells each unit that a connection has finished. */
export function readUnits(tell: (unit: Unit) => void): Observer {
  let isStarting = true;
  let batch: string[] = [];
  // More may be sent before Postgres has answered, once for each batch.
  const unanswered: string[][] = [];
  let unit: Unit = { statements: [], roundTrips: 0 };
  const fromClient = split((type, body) => {
    if (type === BIND) batch.push(statementOf(body));
    if (type !== SYNC && type !== QUERY) return;
    unanswered.push(batch);
    batch = [];
  });
  const fromDatabase = split((type, body) => {
    const answered = type === READY ? unanswered.shift() : undefined;
    if (!answered) return;
    unit.statements.push(...answered);
    unit.roundTrips += 1;
    if (body[0] !== IDLE) return;
    tell(unit);
    unit = { statements: [], roundTrips: 0 };
  });
  return {
    fromClient(chunk) {
      // The first message has no type.
      const start = isStarting ? chunk.readUInt32BE(0) : 0;
      isStarting = false;
      fromClient(chunk.subarray(start));
    },
    fromDatabase,
  };
}

/** A Bind names the portal, and then the statement, each with a zero at its end. */
function statementOf(body: Buffer): string {
  const start = body.indexOf(0) + 1;
  return body.toString('utf8', start, body.indexOf(0, start));
}

/** Tells each message of a stream of chunks. */
function split(tell: (type: number, body: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= HEADER_BYTES) {
      const end = 1 + rest.readUInt32BE(1);
      if (rest.length < end) return;
      tell(rest.readUInt8(0), rest.subarray(HEADER_BYTES, end));
      rest = rest.subarray(end);
    }
  };
}
