import { isPublicAddress } from './public-address.js';

// C4
it.each([
  'https://mcp.example.com/mcp',
  'https://mcp.example.com:8443/mcp?key=1',
  'https://8.8.8.8/mcp',
  'https://172.32.0.1',
  'https://[2606:4700::1111]/mcp',
  'https://mcp.example.com./mcp',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  ...['http://mcp.example.com/mcp', 'ws://mcp.example.com', 'not an address', ''],
  ...['https://localhost/mcp', 'https://localhost./mcp', 'https://mcp.localhost', 'https://intranet/mcp'],
  ...['https://nas.local', 'https://nas.lan', 'https://api.internal', 'https://router.home.arpa'],
  ...[
    'https://127.0.0.1:3000',
    'https://2130706433',
    'https://0x7f.1',
    'https://10.1.2.3',
    'https://0.0.0.0',
  ],
  ...['https://172.16.0.1', 'https://172.31.255.255', 'https://192.168.1.1', 'https://169.254.169.254'],
  ...['https://100.64.0.1', 'https://[::1]', 'https://[::]', 'https://[fd00::1]', 'https://[fe80::1]'],
  ...['https://[::ffff:10.0.0.1]', 'https://[::ffff:8.8.8.8]'],
  // IPv4 addresses embedded in IPv6 addresses.
  ...['https://[::127.0.0.1]', 'https://[64:ff9b::10.0.0.1]', 'https://[2002:a00:1::]', 'https://[2001::1]'],
  ...[
    'https://[fec0::1]',
    'https://[100::1]',
    'https://[2001:db8::1]',
    'https://192.0.2.1',
    'https://203.0.113.9',
  ],
  ...['https://home.arpa', 'https://nas.localdomain', 'https://localhost..', 'https://mcp.localhost..'],
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
