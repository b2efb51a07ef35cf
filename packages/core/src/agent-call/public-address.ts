import type { BlockList } from 'node:net';
import { builtInModule } from '@toolwright/contract';

/** Whether a URL uses HTTPS and its host looks publicly reachable. Does not resolve the host name. */
export function isPublicAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:') return false;
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  // URLs write IPv6 addresses in brackets, and every form of an IPv4 address as four numbers.
  const family = hostname.startsWith('[') ? 'ipv6' : /^\d+(?:\.\d+){3}$/.test(host) ? 'ipv4' : undefined;
  if (family !== undefined) return isPublicNumber(host, family);
  return host.includes('.') && !LOCAL_NAMES.some((name) => `.${host}`.endsWith(`.${name}`));
}

/** Returns false on platforms that cannot tell. */
function isPublicNumber(address: string, family: 'ipv4' | 'ipv6'): boolean {
  lists ??= { open: blockList(PUBLIC_NETS), special: blockList(SPECIAL_NETS) };
  const { open, special } = lists;
  if (open === undefined || special === undefined || special.check(address, family)) return false;
  return family === 'ipv4' || open.check(address, family);
}

let lists: Readonly<Record<'open' | 'special', BlockList | undefined>> | undefined;

/**
 * Host names that only resolve in a local network.
 * @see https://www.iana.org/assignments/special-use-domain-names and RFC 6762, appendix G
 */
const LOCAL_NAMES = [
  ...['localhost', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'home.arpa'],
  ...['localdomain', 'test', 'invalid', 'onion'],
];

type Net = readonly [net: string, prefix: number, family: 'ipv4' | 'ipv6'];

/**
 * The public IPv6 addresses. IPv4-mapped IPv6 addresses are outside this range.
 * @see https://www.iana.org/assignments/ipv6-address-space
 */
const PUBLIC_NETS: readonly Net[] = [['2000::', 3, 'ipv6']];

/** @see https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry */
const SPECIAL_NETS: readonly Net[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  // 6to4 addresses contain an IPv4 address, which may be private.
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
];

function blockList(nets: readonly Net[]): BlockList | undefined {
  const net = builtInModule('net');
  if (net === undefined) return undefined;
  const list = new net.BlockList();
  for (const range of nets) list.addSubnet(...range);
  return list;
}
