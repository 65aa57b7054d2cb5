import { isDeepStrictEqual } from 'node:util';
import { RpcRefused, RpcUnavailable, type RpcEndpoint } from './rpc.ts';

/** Asks one endpoint. */
export type Voter<T> = (endpoint: RpcEndpoint, signal: AbortSignal) => Promise<T>;

/** Enough endpoints responded, but too few agree, so one of them is wrong, and none is trusted. */
export class EndpointsDisagree extends Error {
  override readonly name = 'EndpointsDisagree';
  /** Whether every endpoint responded; if not, a missing one may decide it later. */
  readonly isComplete: boolean;

  constructor(message: string, isComplete: boolean) {
    super(message);
    this.isComplete = isComplete;
  }
}

/** Expected failures of endpoints; everything else is a bug in this program. */
export function isChainFailure(error: unknown): error is RpcUnavailable | RpcRefused | EndpointsDisagree {
  return [RpcUnavailable, RpcRefused, EndpointsDisagree].some((kind) => error instanceof kind);
}

/** After this long, another endpoint is asked beside the slow one. */
const PATIENCE_MS = 2_000;

export interface Quorum {
  /**
   * The response on which enough endpoints agree. Queries no more of them than needed: first as many as must agree, then
   * one more for each that fails, is slow or differs. Throws EndpointsDisagree or, if too few respond, the error of one of
   * them.
   */
  agreed<T>(ask: Voter<T>, signal: AbortSignal): Promise<T>;
  /** The responses of all endpoints that respond in time; throws RpcUnavailable if they are too few. */
  each<T>(ask: Voter<T>, signal: AbortSignal): Promise<T[]>;
  /**
   * For figures on which honest endpoints differ (gas, fees): the median, position by position. Never more than `agree` of
   * them report, so that fewer liars cannot raise it. With 1 of 1 it is that one's figure, with 2 of 2 the lower, with 2 of 3
   * and 3 of 5 the middle one, and with 2 of 3 of which one is down the lower again. Callers must not lose money by a figure
   * that is too low. Throws RpcUnavailable if too few respond.
   */
  medianOf(ask: Voter<readonly bigint[]>, signal: AbortSignal): Promise<bigint[]>;
}

/** `differs` is called with each endpoint that differs from enough of the others, and the methods. */
export function createQuorum(
  endpoints: readonly RpcEndpoint[],
  agree: number,
  differs: (host: string, methods: string) => void,
): Quorum {
  // An endpoint that failed or was slow is queried last from then on, because otherwise every request would wait for it
  // again.
  let order = [...endpoints];
  const putLast = (endpoint: RpcEndpoint): void => {
    order = [...order.filter((other) => other !== endpoint), endpoint];
  };
  const leaveOut = (endpoint: RpcEndpoint, methods: ReadonlySet<string>): void => {
    putLast(endpoint);
    differs(endpoint.host, [...methods].join(', '));
  };

  const each: Quorum['each'] = async (ask, signal) => {
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
    // Once there are enough, the slow ones are not waited for long.
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
  };

  return {
    each,

    async medianOf(ask, signal) {
      const answers = await each(async (endpoint, until) => {
        const { watched, methods } = watch(endpoint);
        return { endpoint, methods, figures: await ask(watched, until) };
      }, signal);
      const indexes = [...(answers[0]?.figures.keys() ?? [])];
      const medians = indexes.map((index) =>
        boundedMedian(
          answers.map(({ figures }) => figures[index] ?? 0n),
          agree,
        ),
      );
      for (const { endpoint, methods, figures } of answers) {
        if (isFarFrom(sum(figures), sum(medians))) leaveOut(endpoint, methods);
      }
      return medians;
    },

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
          const { watched, methods } = watch(endpoint);
          try {
            ballot.add({ endpoint, methods }, await ask(watched, until));
          } catch (error) {
            if (over.signal.aborted) return;
            if (!isChainFailure(error)) return end(() => reject(toError(error)));
            putLast(endpoint);
            ballot.fail(error);
          }
          pending.delete(endpoint);
          const winner = ballot.winner();
          if (winner) {
            for (const other of ballot.others(winner)) leaveOut(other.endpoint, other.methods);
            return end(() => resolve(winner.answer));
          }
          // Pending responses may still bring the agreement: another endpoint is queried only if they cannot.
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
  };
}

/** The endpoints of a response, and the methods used. */
interface Vote {
  endpoint: RpcEndpoint;
  methods: ReadonlySet<string>;
}

/** Groups equal responses. */
class Ballot<T> {
  readonly #sides: { answer: T; votes: Vote[] }[] = [];
  readonly #failures: Error[] = [];
  readonly #agree: number;

  constructor(agree: number) {
    this.#agree = agree;
  }

  add(vote: Vote, answer: T): void {
    const same = this.#sides.find((side) => isDeepStrictEqual(side.answer, answer));
    if (same) same.votes.push(vote);
    else this.#sides.push({ answer, votes: [vote] });
  }

  fail(error: unknown): void {
    this.#failures.push(error as Error);
  }

  best(): number {
    return Math.max(0, ...this.#sides.map(({ votes }) => votes.length));
  }

  winner(): { answer: T } | undefined {
    return this.#sides.find(({ votes }) => votes.length >= this.#agree);
  }

  others(winner: { answer: T }): Vote[] {
    return this.#sides.filter((side) => side !== winner).flatMap(({ votes }) => votes);
  }

  failure(): Error {
    if (this.#sides.length > 1) {
      const sides = this.#sides.map(({ votes }) => votes.map(({ endpoint }) => endpoint.host).join(' and '));
      const methods = new Set(this.#sides.flatMap(({ votes }) => votes.flatMap((vote) => [...vote.methods])));
      return new EndpointsDisagree(
        `${this.#agree} must agree, but what they say differs: ${sides.join(' | ')} (${[...methods].join(', ')})`,
        this.#failures.length === 0,
      );
    }
    // A refusal, such as of an overlong range, is more informative than another endpoint's outage.
    const [first] = this.#failures;
    const refusal = this.#failures.find((failure) => failure instanceof RpcRefused);
    return refusal ?? first ?? new RpcUnavailable('no endpoint was asked');
  }
}

/** The same endpoint, and the methods that were called on it. */
function watch(endpoint: RpcEndpoint): { watched: RpcEndpoint; methods: ReadonlySet<string> } {
  const methods = new Set<string>();
  const watched: RpcEndpoint = {
    host: endpoint.host,
    call(method, params, signal) {
      methods.add(method);
      return endpoint.call(method, params, signal);
    },
  };
  return { watched, methods };
}

/** The lower of two middle values, and at most the one that `agree` values reach. */
function boundedMedian(values: readonly bigint[], agree: number): bigint {
  const ascending = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const middle = (values.length - 1) >> 1;
  return ascending[Math.min(middle, values.length - agree)] ?? 0n;
}

/** More than double or less than half: honest endpoints differ, but not so much. */
function isFarFrom(value: bigint, median: bigint): boolean {
  return value > 2n * median || 2n * value < median;
}

function sum(figures: readonly bigint[]): bigint {
  return figures.reduce((total, figure) => total + figure, 0n);
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'too slow';
}
