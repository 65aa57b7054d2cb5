import { Agent, type AgentOptions, type RequestOptions } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { selectAddresses, type AddressGuard } from './address-guard.ts';
import type { ResolveHost } from './host-resolver.ts';

/** What a request through this agent says besides. */
export type OnBehalf = {
  /** For whose sake names are looked up. */
  accountId: string;
};

/**
 * Opens each connection behind two walls: the guard, which checks every answer to the look-up, and
 * request-filtering-agent, which judges addresses and IP literals by its own tables. The connection goes to the very
 * addresses that were checked, and while it is kept alive it stays there.
 */
export class GuardedAgent extends Agent {
  readonly #guard: AddressGuard;
  readonly #resolveHost: ResolveHost;

  constructor(guard: AddressGuard, resolveHost: ResolveHost, options: AgentOptions) {
    super(options);
    this.#guard = guard;
    this.#resolveHost = resolveHost;
  }

  override createConnection(
    options: RequestOptions & OnBehalf & { host: string; port: number },
    onCreated?: (error: Error | null, stream: Duplex) => void,
  ): Duplex {
    // The second wall is told of exceptions address by address, so it is made anew for each connection: given whole
    // ranges, it writes a warning to the console whenever an address of the other IP family comes along.
    const exceptions = [options.host].filter(this.#guard.isOwnNetwork);
    const closed = new AbortController();
    const guardedLookup: LookupFunction = (host, _options, callback) => {
      this.#resolveHost({ hostname: host, accountId: options.accountId, signal: closed.signal })
        .then((addresses) => selectAddresses({ host, port: options.port, addresses }, this.#guard))
        .then(
          (addresses) => {
            exceptions.push(...addresses.filter(this.#guard.isOwnNetwork));
            callback(
              null,
              addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
            );
          },
          (error: Error) => callback(error, []),
        );
    };
    const wall = new RequestFilteringHttpsAgent({ allowIPAddressList: exceptions });
    // With family selection on, whatever the process's default, the look-up is always asked for all addresses.
    const socket = wall.createConnection(
      { ...options, lookup: guardedLookup, autoSelectFamily: true },
      onCreated,
    );
    // An attempt that gives up closes the socket that is being made for it.
    return socket.once('close', () => closed.abort());
  }
}
