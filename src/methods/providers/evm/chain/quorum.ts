import { isDeepStrictEqual } from 'node:util';
import { RpcRefused, RpcUnavailable, type RpcEndpoint } from './rpc.ts';

/** Asks one endpoint. */
export type Voter<T> = (endpoint: RpcEndpoint, signal: AbortSignal) => Promise<T>;

/** Enough endpoints responded, but too few said the same: one of them is wrong, and none is believed. */
export class EndpointsDisagree extends Error {
  override readonly name = 'EndpointsDisagree';
  /** Whether every endpoint was heard: if not, one that is away now may decide it later. */
  readonly isComplete: boolean;

  constructor(message: string, isComplete: boolean) {
    super(message);
    this.isComplete = isComplete;
  }
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
  /**
   * Of figures that honest endpoints may state differently (gas, fees), the median of what each says, place by place. Never
   * more than `agree` of them say: fewer than that, were they all to lie, cannot raise it. With 1 of 1 it is what that one
   * says, with 2 of 2 the lower, with 2 of 3 and 3 of 5 the middle one, and with 2 of 3 of which one is away again the
   * lower. Whoever uses it must not lose money by a figure that is too low. Throws RpcUnavailable when too few respond.
   */
  medianOf(ask: Voter<readonly bigint[]>, signal: AbortSignal): Promise<bigint[]>;
}

/** `differs` is told of each endpoint that says something else than enough of the others, and by which methods. */
export function createQuorum(
  endpoints: readonly RpcEndpoint[],
  agree: number,
  differs: (host: string, methods: string) => void,
): Quorum {
  // One that failed or was slow is asked last from then on: otherwise every question would wait for it again.
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
  };

  return {
    each,

    async medianOf(ask, signal) {
      const answers = await each(async (endpoint, until) => {
        const { watched, methods } = watch(endpoint);
        return { endpoint, methods, figures: await ask(watched, until) };
      }, signal);
      const places = [...(answers[0]?.figures.keys() ?? [])];
      const medians = places.map((place) =>
        boundedMedian(
          answers.map(({ figures }) => figures[place] ?? 0n),
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
  };
}

/** Who said something, and by which methods. */
interface Vote {
  endpoint: RpcEndpoint;
  methods: ReadonlySet<string>;
}

/** Counts who says the same. */
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
    // A refusal, like that of a range which is too long, says more than that another was away.
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
