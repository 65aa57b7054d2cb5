import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { decode, encode, RECURSION_DESIRED, type Answer } from 'dns-packet';

export interface DnsServer {
  /** In the form a resolver takes: `127.0.0.1:<port>`. */
  address: string;
  /** The questions so far, with type and name: `A hooks.example.com`. */
  questions: string[];
  close: () => Promise<void>;
}

/** Looks up the records of a name; a promise that never settles stands for a name server that never answers. */
export type Zone = (name: string, type: 'A' | 'AAAA') => Found | Promise<Found>;
type Found = readonly string[] | keyof typeof RESPONSE_CODES;

const RESPONSE_CODES = { SERVFAIL: 2, NXDOMAIN: 3 };

/**
 * Starts a real name server on a free port of 127.0.0.1. It consults the zone for every question, and its answers may
 * not be cached (TTL 0).
 */
export async function startDnsServer(zone: Zone): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  let isOpen = true;
  socket.on('message', (message, { address, port }) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (question?.type !== 'A' && question?.type !== 'AAAA') return;
    const { name, type } = question;
    asked.push(`${type} ${name}`);
    void Promise.resolve(zone(name, type)).then((found) => {
      const isError = typeof found === 'string';
      const answers = (isError ? [] : found)
        .filter((data) => isIPv6(data) === (type === 'AAAA'))
        .map((data): Answer => ({ type, name, ttl: 0, data }));
      const flags = RECURSION_DESIRED | (isError ? RESPONSE_CODES[found] : 0);
      const answer = encode({
        type: 'response',
        ...(id === undefined ? {} : { id }),
        flags,
        questions,
        answers,
      });
      if (isOpen) socket.send(answer, port, address);
    });
  });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions: asked,
    close: () =>
      new Promise((resolve) => {
        isOpen = false;
        socket.close(() => resolve());
      }),
  };
}

/** For names whose lookups hang. */
export function silence(): Promise<never> {
  return new Promise(() => {});
}
