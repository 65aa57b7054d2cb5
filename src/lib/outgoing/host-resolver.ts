import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Finds the addresses of a host name. Rejects with LookupFailed. */
export type ResolveHost = (lookup: HostLookup) => Promise<readonly string[]>;

export type HostLookup = {
  /** In lowercase ASCII, as a parsed URL has it. */
  hostname: string;
  /** For whose sake it is looked up. */
  accountId: string;
  /** Aborts when the addresses are of no use any more. */
  signal: AbortSignal;
};

/** No address was found; `outcome` is the stable code for it. */
export class LookupFailed extends Error {
  readonly outcome: 'dns_failed' | 'timeout';

  constructor(outcome: 'dns_failed' | 'timeout') {
    super(outcome);
    this.outcome = outcome;
  }
}

export type HostResolverOptions = {
  /** The name servers to ask, as `address` or `address:port`; those of the system unless given. */
  servers?: readonly string[];
  /** A file like /etc/hosts, whose names come before those of the name servers. */
  hostsFile?: string | undefined;
  /** For one look-up, from its first question. */
  timeoutMs?: number;
};

/** Half of an attempt's time, so that one that had to wait for a place still has time to connect. */
const LOOKUP_TIMEOUT_MS = 5_000;
/** Half as many as an account may have endpoints (D19): none of them waits longer than one look-up takes. */
const MAX_LOOKUPS_PER_ACCOUNT = 8;
/** The first question may get lost. */
const QUESTIONS = { timeout: 1_000, tries: 3 };

/**
 * Makes a resolver whose look-ups end: at their deadline, or as soon as nobody waits for them. The system's own
 * (getaddrinfo) can do neither, and keeps a thread of the process for as long as a name is not answered.
 *
 * An account has eight look-ups under way at most, others of it wait; those of one name at the same time are one.
 * Names are asked for as they are, without the system's search domains.
 */
export function createHostResolver(options: HostResolverOptions = {}): ResolveHost {
  const { hostsFile } = options;
  const accounts = new Map<string, AccountLookups>();
  return async ({ hostname, accountId, signal }) => {
    // Not for a name server to decide (RFC 6761).
    if (/(^|\.)localhost$/.test(hostname)) return ['127.0.0.1', '::1'];
    const listed = hostsFile === undefined ? [] : await findInHostsFile(hostsFile, hostname);
    if (listed.length > 0) return listed;

    const lookups =
      accounts.get(accountId) ?? new AccountLookups((name, abandoned) => ask(name, abandoned, options));
    accounts.set(accountId, lookups);
    try {
      return await lookups.find(hostname, signal);
    } finally {
      if (lookups.isIdle && accounts.get(accountId) === lookups) accounts.delete(accountId);
    }
  };
}

type Ask = (hostname: string, abandoned: AbortSignal) => Promise<readonly string[]>;
type SharedLookup = { found: Promise<readonly string[]>; waiting: number; abandon: AbortController };

/** The look-ups of one account: first come, first served. */
class AccountLookups {
  readonly #ask: Ask;
  readonly #shared = new Map<string, SharedLookup>();
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  async find(hostname: string, signal: AbortSignal): Promise<readonly string[]> {
    if (signal.aborted) throw new LookupFailed('timeout');
    const shared = this.#shared.get(hostname) ?? this.#begin(hostname);
    shared.waiting += 1;
    const leave = (): void => {
      shared.waiting -= 1;
      if (shared.waiting > 0) return;
      this.#forget(hostname, shared);
      shared.abandon.abort();
    };
    signal.addEventListener('abort', leave);
    try {
      return await shared.found;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #begin(hostname: string): SharedLookup {
    const abandon = new AbortController();
    const found = this.#inTurn(() => this.#ask(hostname, abandon.signal));
    const shared = { found, waiting: 0, abandon };
    this.#shared.set(hostname, shared);
    const forget = (): void => this.#forget(hostname, shared);
    found.then(forget, forget);
    return shared;
  }

  /** An abandoned one is forgotten before it ends, so that the next attempt does not get its failure. */
  #forget(hostname: string, shared: SharedLookup): void {
    if (this.#shared.get(hostname) === shared) this.#shared.delete(hostname);
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < MAX_LOOKUPS_PER_ACCOUNT) this.#running += 1;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    try {
      return await work();
    } finally {
      // The next takes the place over.
      const next = this.#queue.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

async function ask(
  hostname: string,
  abandoned: AbortSignal,
  { servers, timeoutMs = LOOKUP_TIMEOUT_MS }: HostResolverOptions,
): Promise<readonly string[]> {
  if (abandoned.aborted) throw new LookupFailed('timeout');
  // One for each look-up: `cancel` ends all questions of a resolver.
  const resolver = new Resolver(QUESTIONS);
  if (servers) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  const timer = setTimeout(cancel, timeoutMs);
  abandoned.addEventListener('abort', cancel);
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  clearTimeout(timer);
  abandoned.removeEventListener('abort', cancel);

  // A name needs addresses of one family only, and servers that answer for the other one wrongly are common.
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const isTimeout = answers.some((answer) => answer.status === 'rejected' && endedByTime(answer.reason));
  throw new LookupFailed(isTimeout ? 'timeout' : 'dns_failed');
}

function endedByTime(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECANCELLED' || code === 'ETIMEOUT';
}

/** What the file has for a name; nothing when there is no file. */
async function findInHostsFile(file: string, hostname: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*$/, '').trim().toLowerCase().split(/\s+/);
    return isIP(address) !== 0 && names.includes(hostname) ? [address] : [];
  });
}
