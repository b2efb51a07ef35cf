import type { Sent } from './credentials.js';
import { pairsOf } from './pairs.js';
import { type Parameters, simpleText } from './parameters.js';

/**
 * Returns headers as `fetch` takes them, with names in lower case.
 * @throws Error that names the header and not its value, which may be a secret
 */
export function checkedHeaders(
  owner: string,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, given]) => {
      const value = given.trim();
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
        throw new Error(`${owner}: ${JSON.stringify(name)} is not the name of a header.`);
      if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
        throw new Error(
          `${owner}: the header ${JSON.stringify(name)} must not have line breaks, control characters or characters beyond Latin-1.`,
        );
      return [name.toLowerCase(), value];
    }),
  );
}

/**
 * Writes the headers of a request. Those of the client and its credentials take precedence over arguments, each cookie by its name.
 * @param own headers of the client, with names in lower case
 * @param reserved names of cookies that no member of an argument may have
 */
export function writeHeaders(
  operation: string,
  { headers = {}, cookies = {} }: { readonly headers?: Parameters; readonly cookies?: Parameters },
  own: Readonly<Record<string, string>>,
  credentials: Sent,
  reserved: readonly string[],
): Record<string, string> {
  const texts = Object.entries(headers).flatMap(([name, value]) => {
    const text = simpleText(operation, name, value, (each) => each);
    return text === undefined ? [] : [[name.toLowerCase(), text] as const];
  });
  const given: Readonly<Record<string, string>> = Object.fromEntries(texts);
  const pairs = pairsOf(operation, cookies, reserved).map(
    ([key, value, name]) => `${key === name ? key : encodeURIComponent(key)}=${value}`,
  );
  const cookie = [
    [...cookiesOf(given.cookie), ...pairs],
    cookiesOf(own.cookie),
    [
      ...cookiesOf(credentials.headers.cookie),
      ...credentials.cookies.map(([name, value]) => `${name}=${value}`),
    ],
  ].reduce((less, more) => [
    ...less.filter((one) => !more.some((other) => nameOf(other) === nameOf(one))),
    ...more,
  ]);
  return {
    ...given,
    ...own,
    ...credentials.headers,
    ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
  };
}

function cookiesOf(header = ''): readonly string[] {
  return header.split(';').flatMap((text) => (text.trim() === '' ? [] : [text.trim()]));
}

function nameOf(cookie: string): string {
  const [name = ''] = cookie.split('=');
  return name.trim();
}

/**
 * Returns the address of a server without slashes at its end.
 * @throws Error that does not show the address, which may hold a secret
 */
export function checkedBaseUrl(owner: string, text: string): string {
  const url = URL.canParse(text) && !/[{}]/.test(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new Error(`${owner} needs baseUrl: a whole address that begins with http:// or https://.`);
  if (url.username !== '' || url.password !== '')
    throw new Error(`${owner}: baseUrl must not hold a user name or a password. Pass them with auth.`);
  if (url.search !== '' || url.hash !== '') throw new Error(`${owner}: baseUrl must not have a query.`);
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}
