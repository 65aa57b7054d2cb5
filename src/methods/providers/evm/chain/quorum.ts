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
   * The response on which enough endpoints agree. Queries no more of them than needed, first as many as must agree,
   * then one more for each that fails, is slow or differs. Throws EndpointsDisagree or, if too few respond, the error
   * of one of them.
   */
  agreed<T>(ask: Voter<T>, signal: AbortSignal): Promise<T>;
  /** The responses of all endpoints that respond in time; throws RpcUnavailable if they are too few. */
  each<T>(ask: Voter<T>, signal: AbortSignal): Promise<T[]>;
  /**
   * For figures on which honest endpoints differ (gas, fees), the median, position by position. Never more than `agree`
   * of them report, so that fewer liars cannot raise it. With 1 of 1 it is that one's figure, with 2 of 2 the lower,
   * with 2 of 3 and 3 of 5 the middle one, and with 2 of 3 of which one is down the lower again. Callers must not lose
   * money by a figure that is too low. Throws RpcUnavailable if too few respond.
   */
  medianOf(ask: Voter<readonly bigint[]>, signal: AbortSignal): Promise<bigint[]>;
}

/** `differs` is called with each endpoint that differs from enough of the others, and the methods. */
export function createQuorum(
  endpoints: readonly RpcEndpoint[],
  agree: number,
  differs: (host: string, methods: string) => void,
): Quorum {
  const panel: Panel = { order: [...endpoints], agree, differs };
  return {
    agreed: (ask, signal) =>
      new Promise((resolve, reject) => {
        new Poll(panel, ask, signal, { resolve, reject }).begin();
      }),
    each: (ask, signal) => each(panel, ask, signal),
    medianOf: (ask, signal) => medianOf(panel, ask, signal),
  };
}

/** A chain's endpoints. */
interface Panel {
  /** The order in which they are queried; it changes. */
  order: readonly RpcEndpoint[];
  agree: number;
  differs: (host: string, methods: string) => void;
}

/**
 * An endpoint that failed or was slow is queried last from then on, because otherwise every request would wait for it
 * again.
 */
function putLast(panel: Panel, endpoint: RpcEndpoint): void {
  panel.order = [...panel.order.filter((other) => other !== endpoint), endpoint];
}

function leaveOut(panel: Panel, { endpoint, methods }: Vote): void {
  putLast(panel, endpoint);
  panel.differs(endpoint.host, [...methods].join(', '));
}

async function each<T>(panel: Panel, ask: Voter<T>, signal: AbortSignal): Promise<Awaited<T>[]> {
  const { order, agree } = panel;
  const answers: Awaited<T>[] = [];
  const failures: unknown[] = [];
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const polls = order.map(async (endpoint) => {
    try {
      answers.push(await ask(endpoint, until));
    } catch (error) {
      if (!isChainFailure(error)) throw error;
      putLast(panel, endpoint);
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
    `${answers.length} of ${order.length} endpoints respond, and ${agree} must agree: ${wordsOf(failures[0])}`,
  );
}

async function medianOf(panel: Panel, ask: Voter<readonly bigint[]>, signal: AbortSignal): Promise<bigint[]> {
  const answers = await each(
    panel,
    async (endpoint, until) => {
      const { watched, methods } = watch(endpoint);
      return { endpoint, methods, figures: await ask(watched, until) };
    },
    signal,
  );
  const indexes = [...(answers[0]?.figures.keys() ?? [])];
  const medians = indexes.map((index) =>
    boundedMedian(
      answers.map(({ figures }) => figures[index] ?? 0n),
      panel.agree,
    ),
  );
  for (const answer of answers) {
    if (isFarFrom(sum(answer.figures), sum(medians))) leaveOut(panel, answer);
  }
  return medians;
}

interface Settle<T> {
  resolve: (answer: Awaited<T>) => void;
  reject: (error: Error) => void;
}

/** One question, put to as many endpoints as it takes until enough of them agree. */
class Poll<T> {
  readonly #panel: Panel;
  readonly #ask: Voter<T>;
  readonly #signal: AbortSignal;
  readonly #settle: Settle<T>;
  readonly #ballot: Ballot<Awaited<T>>;
  /** Not asked yet. */
  readonly #waiting: RpcEndpoint[];
  /** Asked, without a response so far. */
  readonly #pending = new Set<RpcEndpoint>();
  readonly #over = new AbortController();
  readonly #until: AbortSignal;
  #patience: NodeJS.Timeout | undefined;

  constructor(panel: Panel, ask: Voter<T>, signal: AbortSignal, settle: Settle<T>) {
    this.#panel = panel;
    this.#ask = ask;
    this.#signal = signal;
    this.#until = AbortSignal.any([signal, this.#over.signal]);
    this.#settle = settle;
    this.#ballot = new Ballot(panel.agree);
    this.#waiting = [...panel.order];
  }

  begin(): void {
    for (let count = 0; count < this.#panel.agree; count += 1) this.#askNext();
    this.#loseSomePatience();
  }

  #askNext(): void {
    const endpoint = this.#waiting.shift();
    if (!endpoint) return;
    this.#pending.add(endpoint);
    void this.#askOne(endpoint);
  }

  async #askOne(endpoint: RpcEndpoint): Promise<void> {
    const { watched, methods } = watch(endpoint);
    try {
      this.#ballot.add({ endpoint, methods }, await this.#ask(watched, this.#until));
    } catch (error) {
      if (this.#over.signal.aborted) return;
      if (!isChainFailure(error)) return this.#end(() => this.#settle.reject(toError(error)));
      putLast(this.#panel, endpoint);
      this.#ballot.fail(error);
    }
    this.#pending.delete(endpoint);
    this.#count();
  }

  #count(): void {
    const { agree } = this.#panel;
    const winner = this.#ballot.winner();
    if (winner) {
      for (const other of this.#ballot.others(winner)) leaveOut(this.#panel, other);
      return this.#end(() => this.#settle.resolve(winner.answer));
    }
    // Another endpoint is queried only if the pending responses cannot bring the agreement.
    if (this.#ballot.best() + this.#pending.size < agree && !this.#signal.aborted) this.#askNext();
    if (this.#pending.size === 0) this.#end(() => this.#settle.reject(this.#ballot.failure()));
  }

  #loseSomePatience(): void {
    this.#patience = setTimeout(() => {
      this.#pending.forEach((endpoint) => putLast(this.#panel, endpoint));
      this.#askNext();
      this.#loseSomePatience();
    }, PATIENCE_MS);
  }

  #end(settle: () => void): void {
    clearTimeout(this.#patience);
    settle();
    this.#over.abort();
  }
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

/** More than double or less than half. Honest endpoints differ by less. */
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
