import { isDeepStrictEqual } from 'node:util';
import { RpcRefused, RpcUnavailable, type RpcEndpoint } from './rpc.ts';

/** Asks one endpoint. */
export type Voter<T> = (endpoint: RpcEndpoint, signal: AbortSignal) => Promise<T>;

/** Enough endpoints responded, but too few said the same: one of them is wrong, and none is believed. */
export class EndpointsDisagree extends Error {
  override readonly name = 'EndpointsDisagree';
}

/** What is to be expected of endpoints; everything else is a fault of this program. */
export function isChainFailure(error: unknown): error is RpcUnavailable | RpcRefused | EndpointsDisagree {
  return [RpcUnavailable, RpcRefused, EndpointsDisagree].some((kind) => error instanceof kind);
}

/** After this long, another endpoint is asked beside the slow one. */
const PATIENCE_MS = 2_000;

export interface Quorum {
  /**
   * The response that enough endpoints give alike. Asks no more of them than it needs: first as many as must agree, then
   * one more for each that fails, is slow or says something else. Throws EndpointsDisagree, and when too few respond
   * what one of them failed with.
   */
  agreed<T>(ask: Voter<T>, signal: AbortSignal): Promise<T>;
  /** What each endpoint that responds in time says, when that is enough of them; else throws RpcUnavailable. */
  each<T>(ask: Voter<T>, signal: AbortSignal): Promise<T[]>;
}

export function createQuorum(endpoints: readonly RpcEndpoint[], agree: number): Quorum {
  // One that failed or was slow is asked last from then on: otherwise every question would wait for it again.
  let order = [...endpoints];
  const putLast = (endpoint: RpcEndpoint): void => {
    order = [...order.filter((other) => other !== endpoint), endpoint];
  };

  return {
    agreed: (ask, signal) =>
      new Promise((resolve, reject) => {
        const ballot = new Ballot<Awaited<ReturnType<typeof ask>>>(agree);
        const over = new AbortController();
        const until = AbortSignal.any([signal, over.signal]);
        const waiting = [...order];
        const pending = new Set<RpcEndpoint>();
        let patience: NodeJS.Timeout | undefined;
        const end = (settle: () => void): void => {
          clearTimeout(patience);
          settle();
          over.abort();
        };
        const askNext = (): void => {
          const endpoint = waiting.shift();
          if (!endpoint) return;
          pending.add(endpoint);
          void poll(endpoint);
        };
        const poll = async (endpoint: RpcEndpoint): Promise<void> => {
          try {
            ballot.add(endpoint, await ask(endpoint, until));
          } catch (error) {
            if (over.signal.aborted) return;
            if (!isChainFailure(error)) return end(() => reject(toError(error)));
            putLast(endpoint);
            ballot.fail(error);
          }
          pending.delete(endpoint);
          const winner = ballot.winner();
          if (winner) return end(() => resolve(winner.answer));
          // Those still asked may bring the agreement: another is asked only when they cannot.
          if (ballot.best() + pending.size < agree && !signal.aborted) askNext();
          if (pending.size === 0) end(() => reject(ballot.failure()));
        };
        const loseSomePatience = (): void => {
          patience = setTimeout(() => {
            pending.forEach(putLast);
            askNext();
            loseSomePatience();
          }, PATIENCE_MS);
        };
        for (let count = 0; count < agree; count += 1) askNext();
        loseSomePatience();
      }),

    async each(ask, signal) {
      const answers: Awaited<ReturnType<typeof ask>>[] = [];
      const failures: unknown[] = [];
      const over = new AbortController();
      const until = AbortSignal.any([signal, over.signal]);
      const polls = order.map(async (endpoint) => {
        try {
          answers.push(await ask(endpoint, until));
        } catch (error) {
          if (!isChainFailure(error)) throw error;
          putLast(endpoint);
          failures.push(error);
        }
      });
      // Nobody waits long for the slow ones once there are enough.
      const patience = setTimeout(() => {
        if (answers.length >= agree) over.abort();
      }, PATIENCE_MS);
      try {
        await Promise.all(polls);
      } finally {
        clearTimeout(patience);
      }
      if (answers.length >= agree) return answers;
      throw new RpcUnavailable(
        `${answers.length} of ${endpoints.length} endpoints respond, and ${agree} must agree: ${wordsOf(failures[0])}`,
      );
    },
  };
}

/** Counts who says the same. */
class Ballot<T> {
  readonly #votes: { answer: T; hosts: string[] }[] = [];
  readonly #failures: Error[] = [];
  readonly #agree: number;

  constructor(agree: number) {
    this.#agree = agree;
  }

  add({ host }: RpcEndpoint, answer: T): void {
    const same = this.#votes.find((vote) => isDeepStrictEqual(vote.answer, answer));
    if (same) same.hosts.push(host);
    else this.#votes.push({ answer, hosts: [host] });
  }

  fail(error: unknown): void {
    this.#failures.push(error as Error);
  }

  best(): number {
    return Math.max(0, ...this.#votes.map(({ hosts }) => hosts.length));
  }

  winner(): { answer: T } | undefined {
    return this.#votes.find(({ hosts }) => hosts.length >= this.#agree);
  }

  failure(): Error {
    if (this.#votes.length > 1) {
      const sides = this.#votes.map(({ hosts }) => hosts.join(' and '));
      return new EndpointsDisagree(
        `${this.#agree} must agree, but what they say differs: ${sides.join(' | ')}`,
      );
    }
    // A refusal, like that of a range which is too long, says more than that another was away.
    const [first] = this.#failures;
    const refusal = this.#failures.find((failure) => failure instanceof RpcRefused);
    return refusal ?? first ?? new RpcUnavailable('no endpoint was asked');
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'too slow';
}
