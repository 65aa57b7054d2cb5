import { Agent as HttpAgent } from 'node:http';
import { Agent, type AgentOptions, type RequestOptions } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { selectAddresses, type AddressGuard } from './address-guard.ts';
import type { ResolveHost } from './host-resolver.ts';

/** An additional option of requests through this agent. */
export type OnBehalf = {
  /** The account for which names are looked up. */
  accountId: string;
};

type ConnectionOptions = RequestOptions & OnBehalf & { host: string; port: number };
type OnCreated = (error: Error | null, stream: Duplex) => void;
type FilteringAgent = typeof RequestFilteringHttpAgent | typeof RequestFilteringHttpsAgent;

/**
 * Protects each connection twice, with the guard, which checks every lookup result, and with request-filtering-agent,
 * which checks addresses and IP literals against its own tables. The connection goes to exactly the addresses that were
 * checked, and stays there while it is kept alive.
 */
export class GuardedAgent extends Agent {
  readonly #guard: AddressGuard;
  readonly #resolveHost: ResolveHost;

  constructor(guard: AddressGuard, resolveHost: ResolveHost, options: AgentOptions) {
    super(options);
    this.#guard = guard;
    this.#resolveHost = resolveHost;
  }

  /** All connections have the same TLS options; Node would read them, and name each, twice for every request. */
  override getName({ host, port }: RequestOptions = {}): string {
    return `${host}:${port}`;
  }

  override createConnection(options: ConnectionOptions, onCreated?: OnCreated): Duplex {
    return connect(RequestFilteringHttpsAgent, this.#guard, this.#resolveHost, options, onCreated);
  }
}

/** The same for receivers on this machine, which a sandbox calls without TLS. */
export class GuardedPlainAgent extends HttpAgent {
  readonly #guard: AddressGuard;
  readonly #resolveHost: ResolveHost;

  constructor(guard: AddressGuard, resolveHost: ResolveHost, options: AgentOptions) {
    super(options);
    this.#guard = guard;
    this.#resolveHost = resolveHost;
  }

  override createConnection(options: ConnectionOptions, onCreated?: OnCreated): Duplex {
    return connect(RequestFilteringHttpAgent, this.#guard, this.#resolveHost, options, onCreated);
  }
}

function connect(
  FilteringAgent: FilteringAgent,
  guard: AddressGuard,
  resolveHost: ResolveHost,
  options: ConnectionOptions,
  onCreated?: OnCreated,
): Duplex {
  // The second check gets its exceptions address by address, so it is created again for each connection. Given whole
  // ranges, it would print a warning to the console for every address of the other IP family.
  const exceptions = [options.host].filter(guard.isOwnNetwork);
  const closed = new AbortController();
  const guardedLookup: LookupFunction = (host, _options, callback) => {
    resolveHost({ hostname: host, accountId: options.accountId, signal: closed.signal })
      .then((addresses) => selectAddresses({ host, port: options.port, addresses }, guard))
      .then(
        (addresses) => {
          exceptions.push(...addresses.filter(guard.isOwnNetwork));
          callback(
            null,
            addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
          );
        },
        (error: Error) => callback(error, []),
      );
  };
  const agent = new FilteringAgent({ allowIPAddressList: exceptions });
  // With family selection on, whatever the process's default, the lookup always has to find all addresses.
  const socket = agent.createConnection(
    { ...options, lookup: guardedLookup, autoSelectFamily: true },
    onCreated,
  );
  // An attempt that gives up closes the socket that is being opened for it.
  return socket.once('close', () => closed.abort());
}
