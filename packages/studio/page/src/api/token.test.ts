import { takeToken } from './token.js';

function places(address: string, kept: string | null = null) {
  const { hash, search, pathname } = new URL(address);
  const shown: string[] = [];
  const stored: string[] = [];
  return {
    shown,
    stored,
    location: { hash, search, pathname },
    history: { replaceState: (_: unknown, __: string, url?: string | URL | null) => shown.push(String(url)) },
    storage: { getItem: () => kept, setItem: (_: string, value: string) => stored.push(value) },
  };
}

// K4
it.each([
  ['http://127.0.0.1:1/#token=abc', '/'],
  ['http://127.0.0.1:1/?token=abc', '/'],
  ['http://127.0.0.1:1/#/token=abc', '/'],
  ['http://127.0.0.1:1/#/runs/r-1?token=abc', '/#/runs/r-1'],
  ['http://127.0.0.1:1/?a=1&token=abc#/tools/x', '/?a=1#/tools/x'],
])('takes the token from %s, and leaves %s', (address, left) => {
  const browser = places(address);
  expect(takeToken(browser)).toBe('abc');
  expect(browser.shown).toEqual([left]);
  expect(browser.stored).toEqual(['abc']);
});

it('keeps the token of the tab for an address without one', () => {
  expect(takeToken(places('http://127.0.0.1:1/#/tools', 'kept'))).toBe('kept');
  expect(takeToken(places('http://127.0.0.1:1/#/tools'))).toBeUndefined();
});
