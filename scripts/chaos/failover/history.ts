import { createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';

/** What a caller can ask for. */
export type Operation =
  'create' | 'pay' | 'cancel' | 'delete' | 'refund' | 'link' | 'balance' | 'follow' | 'newest';

/** One attempt of one call. Times are in milliseconds, on one clock. */
export interface Call {
  type: 'call';
  op: Operation;
  account: string;
  /** Of the service, that was asked. */
  process: string;
  client: number;
  /** Of the call: all its attempts have the same. Reads have none. */
  key?: string;
  link?: string;
  /** What is paid or refunded. */
  amount?: string;
  start: number;
  end: number;
  /** Null when no response came. */
  status: number | null;
  /** Whether the answer says what became of the call. If not, it may have been done or not. */
  known: boolean;
  /** What the response says: a status, an id, a balance, sequence numbers. */
  answer: object | null;
}

/** What the books say in the end. */
export interface Books {
  type: 'books';
  at: number;
  links: { account: string; code: string; status: string; key: string }[];
  deposits: { account: string; id: string; link: string; credited: boolean }[];
  refunds: { account: string; id: string; link: string }[];
  balances: { account: string; available: string }[];
  events: { account: string; sequence: number; id: string; kind: string; link: string | null }[];
}

/** The course of a run, as JSON lines in a file, with all its calls in memory as well. */
export interface History {
  readonly calls: readonly Call[];
  add(call: Call): void;
  /** For who reads the file: when and how the primary was taken away. */
  note: (fault: object) => void;
  close(books: Books): Promise<void>;
}

export function createHistory(file: string): History {
  const calls: Call[] = [];
  const sink: WriteStream = createWriteStream(file);
  const write = (line: object): void => void sink.write(`${JSON.stringify(line)}\n`);
  return {
    calls,
    add(call) {
      calls.push(call);
      write(call);
    },
    note: (fault) => write({ type: 'fault', ...fault }),
    async close(books) {
      write(books);
      sink.end();
      await once(sink, 'finish');
    },
  };
}
