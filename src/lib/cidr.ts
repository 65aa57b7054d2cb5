import { BlockList, isIP, isIPv4, isIPv6, SocketAddress } from 'node:net';

/** Accepts an address or a range, and returns either as a range. Throws an Error with a message for people. */
export function requireCidr(text: string): string {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  const bits = family === 6 ? 128 : 32;
  const length = prefix === undefined ? bits : /^[0-9]{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (family === 0 || address.includes('%') || rest.length > 0 || !(length <= bits)) {
    throw new Error(`must be addresses or ranges like 10.0.0.0/8 or 2001:db8::/32, not ${text}`);
  }
  return `${address}/${length}`;
}

/**
 * Whether an address lies in one of the ranges. IPv4 written as IPv6 (::ffff:192.0.2.1) counts as IPv4, as an address
 * and as a range; an IPv6 range contains no IPv4 address, however wide it is. Throws as `requireCidr` does.
 */
export function createCidrMatcher(cidrs: readonly string[]): (address: string) => boolean {
  // One list per family, because a single BlockList would count 10.0.0.1 as part of ::/0.
  const lists: { ipv4?: BlockList; ipv6?: BlockList } = {};
  for (const cidr of cidrs) {
    const { address, length, family } = readRange(cidr);
    (lists[family] ??= new BlockList()).addSubnet(address, length, family);
  }
  return (address) => {
    const plain = unmapAddress(address);
    const family = isIPv4(plain) ? 'ipv4' : 'ipv6';
    return isIP(plain) !== 0 && (lists[family]?.check(plain, family) ?? false);
  };
}

/** In any spelling; asking Node for the canonical spelling of every address would take longer than most checks. */
const MAY_BE_MAPPED = /^[0:]*:ffff:/i;

/**
 * A dual-stack socket reports IPv4 peers as ::ffff:192.0.2.1, and link-local peers with their interface
 * (fe80::1%eth0); people and allow-lists write 192.0.2.1 and fe80::1.
 */
export function unmapAddress(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (!MAY_BE_MAPPED.test(plain) || !isIPv6(plain)) return plain;
  // The canonical spelling ends with the address in IPv4 form.
  const canonical = new SocketAddress({ address: plain, family: 'ipv6' }).address;
  return /^::ffff:(\d[\d.]+)$/.exec(canonical)?.[1] ?? plain;
}

const WITH_PORT = /^(?:\[([0-9a-f:.]+)\]|(\d[\d.]*))(?::\d{1,5})?$/i;

/**
 * The address of an entry of `X-Forwarded-For`, as `unmapAddress` returns it. Some proxies add the client's port, which
 * would give each connection an address of its own. Undefined for text that is not an address.
 */
export function forwardedAddress(entry: string): string | undefined {
  const address = unmapAddress(entry);
  if (isIP(address) !== 0) return address;
  const [, ipv6, ipv4] = WITH_PORT.exec(entry) ?? [];
  const bare = unmapAddress(ipv6 ?? ipv4 ?? '');
  return isIP(bare) === 0 ? undefined : bare;
}

/**
 * The unit of limits by address, for an address as `unmapAddress` returns it. It is an IPv4 address itself, or the /64
 * of an IPv6 address, because one subscriber usually has all of it.
 */
export function networkOf(address: string): string {
  return isIPv6(address) ? `${groupsOf(address, 4)}::/64` : address;
}

/** The /24 of an IPv4 address or the /48 of an IPv6 address, too coarse to identify a household. */
export function coarseNetworkOf(address: string): string {
  if (isIPv6(address)) return `${groupsOf(address, 3)}::/48`;
  return address.replace(/\.\d+$/, '.0/24');
}

/** The first groups of an IPv6 address, at most six, as its canonical spelling would write each. */
function groupsOf(address: string, count: number): string {
  const [head = [], tail = []] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
  // An address in IPv4 form at the end takes the place of two groups.
  const written = head.length + tail.length + (address.includes('.') ? 1 : 0);
  const zeros = Array.from({ length: 8 - written }, () => '0');
  const groups = [...head, ...zeros, ...tail].slice(0, count);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

const MAPPED_BITS = 96;

function readRange(cidr: string): { address: string; length: number; family: 'ipv4' | 'ipv6' } {
  const [address = '', digits] = requireCidr(cidr).split('/');
  const length = Number(digits);
  if (isIPv4(address)) return { address, length, family: 'ipv4' };
  const unmapped = unmapAddress(address);
  return isIPv4(unmapped) && length >= MAPPED_BITS
    ? { address: unmapped, length: length - MAPPED_BITS, family: 'ipv4' }
    : { address, length, family: 'ipv6' };
}
