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
