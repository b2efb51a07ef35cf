import { checkSource } from './check-request.js';

const isAllowed = (port: number, host: string, origin = `http://${host}`): boolean => {
  try {
    checkSource({ headers: { host, origin }, url: '/api/tools' }, port);
    return true;
  } catch {
    return false;
  }
};

// K4
it('takes an address without a port for port 80, and for no other', () => {
  for (const host of ['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST']) {
    expect([80, 8080, 443].map((port) => isAllowed(port, host))).toEqual([true, false, false]);
    expect(isAllowed(80, `${host}:80`)).toBe(true);
  }
  expect(isAllowed(80, 'evil.example')).toBe(false);
  expect(isAllowed(80, '127.0.0.1:81')).toBe(false);
  expect(isAllowed(80, '127.0.0.1', 'http://evil.example')).toBe(false);
  expect(isAllowed(80, '127.0.0.1', 'https://127.0.0.1')).toBe(false);
});
