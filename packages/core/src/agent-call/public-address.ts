import { BlockList, isIP } from 'node:net';

/** Whether an address looks as if everybody could reach it, in a way that nobody can listen to. The name itself is not looked up. */
export function isPublicAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:') return false;
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  // An address of the older kind in the clothes of the newer one: nobody needs that for a public server.
  if (host.startsWith('::ffff:')) return false;
  const family = isIP(host);
  if (family !== 0) return !LOCAL_ADDRESSES.check(host, family === 6 ? 'ipv6' : 'ipv4');
  return host.includes('.') && !LOCAL_NAMES.some((name) => host.endsWith(`.${name}`));
}

/**
 * Names that mean something in one network only.
 * @see https://www.iana.org/assignments/special-use-domain-names and RFC 6762, appendix G
 */
const LOCAL_NAMES = [
  ...['localhost', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'home.arpa'],
  ...['test', 'invalid', 'onion'],
];

/** @see https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry */
const LOCAL_NETS: readonly (readonly [net: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['::1', 128, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const LOCAL_ADDRESSES = new BlockList();
for (const net of LOCAL_NETS) LOCAL_ADDRESSES.addSubnet(...net);
