import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Finds the addresses of a host name. Rejects with LookupFailed. */
export type ResolveHost = (lookup: HostLookup) => Promise<readonly string[]>;

export type HostLookup = {
  /** In lowercase ASCII, as in a parsed URL. */
  hostname: string;
  /** The account for which it is looked up. */
  accountId: string;
  /** Aborts when the addresses are no longer needed. */
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
  /** The name servers to use, as `address` or `address:port`; the system's by default. */
  servers?: readonly string[];
  /** A file like /etc/hosts, which takes precedence over the name servers. */
  hostsFile?: string | undefined;
  /** For one lookup, from its first query. */
  timeoutMs?: number;
};

/** Half of an attempt's time, so that one that had to wait for a slot still has time to connect. */
const LOOKUP_TIMEOUT_MS = 5_000;
/** Half as many as an account may have endpoints (D19), so that none waits longer than one lookup takes. */
const MAX_LOOKUPS_PER_ACCOUNT = 8;
/** The first query may get lost. */
const QUESTIONS = { timeout: 1_000, tries: 3 };

/**
 * Creates a resolver whose lookups end at their deadline, or as soon as they are no longer needed. The system's own
 * (getaddrinfo) can do neither, and occupies a thread of the process until the name servers respond.
 *
 * An account has at most eight lookups in progress, and its others wait; simultaneous lookups of one name are shared.
 * Names are looked up as they are, without the system's search domains.
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

/** The lookups of one account, which are made in the order in which they were requested. */
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

  /** An abandoned lookup is forgotten before it ends, so that the next attempt does not get its failure. */
  #forget(hostname: string, shared: SharedLookup): void {
    if (this.#shared.get(hostname) === shared) this.#shared.delete(hostname);
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < MAX_LOOKUPS_PER_ACCOUNT) this.#running += 1;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    try {
      return await work();
    } finally {
      // The next one takes over the slot.
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
  // One for each lookup, because `cancel` ends all queries of a resolver.
  const resolver = new Resolver(QUESTIONS);
  if (servers) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  const timer = setTimeout(cancel, timeoutMs);
  abandoned.addEventListener('abort', cancel);
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  clearTimeout(timer);
  abandoned.removeEventListener('abort', cancel);

  // Addresses of one family are enough, and servers that respond wrongly for the other are common.
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const isTimeout = answers.some((answer) => answer.status === 'rejected' && endedByTime(answer.reason));
  throw new LookupFailed(isTimeout ? 'timeout' : 'dns_failed');
}

function endedByTime(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECANCELLED' || code === 'ETIMEOUT';
}

/** The addresses in the file for a name; none when there is no file. */
async function findInHostsFile(file: string, hostname: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*$/, '').trim().toLowerCase().split(/\s+/);
    return isIP(address) !== 0 && names.includes(hostname) ? [address] : [];
  });
}
