import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { decode, encode, RECURSION_DESIRED, type Answer } from 'dns-packet';

export interface DnsServer {
  /** As a resolver takes it: `127.0.0.1:<port>`. */
  address: string;
  /** How many questions were asked so far. */
  questionCount: () => number;
  close: () => Promise<void>;
}

/**
 * Starts a real name server on a free port of 127.0.0.1. What it answers to is asked anew each time, and may be kept by
 * nobody (TTL 0).
 */
export async function startDnsServer(
  addressesOf: (name: string, type: 'A' | 'AAAA') => readonly string[],
): Promise<DnsServer> {
  const socket = createSocket('udp4');
  let questionCount = 0;
  socket.on('message', (message, { address, port }) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (question?.type !== 'A' && question?.type !== 'AAAA') return;
    questionCount += 1;
    const { name, type } = question;
    const answers = addressesOf(name, type)
      .filter((data) => isIPv6(data) === (type === 'AAAA'))
      .map((data): Answer => ({ type, name, ttl: 0, data }));
    socket.send(
      encode({
        type: 'response',
        ...(id === undefined ? {} : { id }),
        flags: RECURSION_DESIRED,
        questions,
        answers,
      }),
      port,
      address,
    );
  });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questionCount: () => questionCount,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
