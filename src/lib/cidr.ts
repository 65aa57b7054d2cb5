import { BlockList, isIP, isIPv4 } from 'node:net';

/** Accepts an address or a range, and writes both as a range. Throws with words for people. */
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

/** Whether an address lies in one of the ranges. IPv4 written as IPv6 (::ffff:192.0.2.1) counts as IPv4. */
export function createCidrMatcher(cidrs: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', prefix = ''] = requireCidr(cidr).split('/');
    list.addSubnet(network, Number(prefix), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return (address) => {
    const plain = unmapAddress(address);
    const family = isIP(plain);
    return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  };
}

/**
 * A dual-stack socket reports IPv4 peers as ::ffff:192.0.2.1, and neighbours on the link with the interface behind
 * them (fe80::1%eth0); people and allow-lists write 192.0.2.1 and fe80::1.
 */
export function unmapAddress(address: string): string {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address);
  return mapped?.[1] ?? address.replace(/%.*$/, '');
}
