import { isIP, isIPv4, isIPv6 } from 'node:net';
import { createCidrMatcher, unmapAddress } from '../cidr.ts';

/** Decides which IP addresses an outgoing connection to a customer's destination may go to. */
export type AddressGuard = {
  /** Public on the internet, or inside a range that the operator opened. */
  isAllowed: (address: string) => boolean;
  /** Inside a range that the operator opened. */
  isOwnNetwork: (address: string) => boolean;
  /** Whether the operator opened any range at all. */
  opensOwnNetwork: boolean;
  /** Whether destinations on this machine may have http:// URLs. */
  allowsPlainHttp: boolean;
};

/** A destination that may not be called; the message is written for the customer who chose it. */
export class DestinationNotAllowed extends Error {}

/**
 * All ranges outside the public internet, which are IANA's special-purpose registries, and cloud providers' own
 * services. For IPv6 only parts of 2000::/3 are listed. Nothing outside it is global unicast, which excludes the
 * IPv4-mapped, NAT64, unique-local, link-local and multicast ranges.
 */
const SPECIAL_RANGES = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
  '168.63.129.16/32', // Azure's own services, as seen from inside a virtual machine
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];
const UNICAST_RANGES = ['0.0.0.0/0', '2000::/3'];

const PUBLIC_PORTS = [443, 8443];
const INTERNAL_NAME =
  /^[^.]+$|\.(local|localhost|localdomain|internal|intranet|private|corp|home|lan|home\.arpa)$/;
const LOOPBACK_HOST = /^(localhost|127(\.\d+){3}|::1)$/;
const HOST_NAME =
  /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
const MAX_URL_LENGTH = 2048;

/**
 * Builds the guard. `allowCidrs` (WEBHOOK_ALLOW_CIDRS) are ranges of the operator's own network in which destinations
 * are allowed; without them only public addresses pass. Throws an Error that names a malformed range.
 */
export function createAddressGuard({
  allowCidrs,
  allowsPlainHttp = false,
}: {
  allowCidrs: readonly string[];
  allowsPlainHttp?: boolean;
}): AddressGuard {
  const isOwnNetwork = inAnyOf(allowCidrs);
  const isUnicast = inAnyOf(UNICAST_RANGES);
  const isSpecial = inAnyOf(SPECIAL_RANGES);
  return {
    isAllowed: (address) => isOwnNetwork(address) || (isUnicast(address) && !isSpecial(address)),
    isOwnNetwork,
    opensOwnNetwork: allowCidrs.length > 0,
    allowsPlainHttp,
  };
}

/**
 * Checks the form of a destination (D19), which is https to a public host name on port 443 or 8443.
 *
 * Ranges opened by the operator also allow IP literals inside them, internal names, and any port. No name is looked up
 * here, because the result could change before it is used. Each connection checks the result that it got, with
 * `selectAddresses`. In a sandbox, this machine may have http URLs too. Throws DestinationNotAllowed.
 */
export function checkDestinationUrl(text: string, guard: AddressGuard): URL {
  const url = parseUrl(text, guard);
  const host = hostOf(url);
  if (url.protocol === 'http:' && !LOOPBACK_HOST.test(host))
    throw new DestinationNotAllowed('An http:// URL must lead to localhost or 127.0.0.1.');
  if (isIP(host) === 0 && !HOST_NAME.test(host))
    throw new DestinationNotAllowed('The host name is not valid.');
  const objection = whyNotPublic(host, portOf(url));
  if (objection !== undefined && !mayBeOwnNetwork(host, guard)) throw new DestinationNotAllowed(objection);
  return url;
}

/**
 * Picks from a lookup's result the addresses that a connection may go to. These are those in the operator's network if
 * there are any (`localhost` may yield both 127.0.0.1 and ::1, only one of them opened), otherwise all, provided that
 * every one is public. A destination that is allowed only because ranges were opened (an internal name, another port)
 * can reach only those ranges. Throws DestinationNotAllowed.
 */
export function selectAddresses({ host, port, addresses }: Resolved, guard: AddressGuard): readonly string[] {
  if (addresses.length === 0) throw new DestinationNotAllowed('The host has no address.');
  const ownAddresses = addresses.filter(guard.isOwnNetwork);
  if (ownAddresses.length > 0) return ownAddresses;
  if (whyNotPublic(host, port) !== undefined || !addresses.every(guard.isAllowed)) {
    throw new DestinationNotAllowed('The host has an address that is not on the public internet.');
  }
  return addresses;
}

export type Resolved = { host: string; port: number; addresses: readonly string[] };

function parseUrl(text: string, { allowsPlainHttp }: AddressGuard): URL {
  if (text.length > MAX_URL_LENGTH) {
    throw new DestinationNotAllowed(`The URL may have at most ${MAX_URL_LENGTH} characters.`);
  }
  // URLs that the parser would silently repair are refused, so that no two parsers can disagree on the host.
  if (!/^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(text) || (!allowsPlainHttp && /^http:/i.test(text))) {
    throw new DestinationNotAllowed('The URL must begin with https:// and hold no spaces or backslashes.');
  }
  if (/^https?:\/\/[^/?#]*@/i.test(text))
    throw new DestinationNotAllowed('The URL may not hold a user name.');
  if (text.includes('#')) throw new DestinationNotAllowed('The URL may not hold a fragment.');
  try {
    return new URL(text);
  } catch {
    throw new DestinationNotAllowed('The URL cannot be read.');
  }
}

/** The host as the URL parser understood it; every spelling of an IPv4 address arrives here in dotted form. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'http:' ? 80 : 443;
}

function whyNotPublic(host: string, port: number): string | undefined {
  if (isIP(host) !== 0) {
    return 'The host must be a name, like hooks.example.com: IP addresses are not accepted, public ones included.';
  }
  if (INTERNAL_NAME.test(host)) return 'The host must be reachable from the internet.';
  if (!PUBLIC_PORTS.includes(port)) return 'The port must be 443 (the default) or 8443.';
  return undefined;
}

function mayBeOwnNetwork(host: string, guard: AddressGuard): boolean {
  if (isIP(host) !== 0) return guard.isOwnNetwork(host);
  // The addresses of these names are fixed (RFC 6761), so a useless destination is refused before it is stored.
  if (/(^|\.)localhost$/.test(host)) return ['127.0.0.1', '::1'].some(guard.isOwnNetwork);
  return guard.opensOwnNetwork;
}

function inAnyOf(cidrs: readonly string[]): (address: string) => boolean {
  const matches = createCidrMatcher(cidrs);
  return (address) => isPlain(address) && matches(address);
}

/** Not IPv4 mapped into IPv6, which the internet does not route, and no zone (fe80::1%eth0), which is a single link. */
function isPlain(address: string): boolean {
  return isIPv4(address) || (isIPv6(unmapAddress(address)) && !address.includes('%'));
}
