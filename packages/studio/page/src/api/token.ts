/** The key of the token in the tab's session storage. */
const KEY = 'toolwright-studio-token';

export interface TokenPlaces {
  readonly location: Pick<Location, 'hash' | 'search' | 'pathname'>;
  readonly history: Pick<History, 'replaceState'>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
}

/**
 * Reads the token from the URL (`?token=…`, `#token=…` or `#/runs?token=…`) or the tab's storage. Removes the token from the URL, so that
 * neither the browser history nor a copied link contains it.
 */
export function takeToken({ location, history, storage }: TokenPlaces): string | undefined {
  const hash = location.hash.replace(/^#/, '');
  const [place = '', hashQuery] = /^\/?token=/.test(hash) ? ['', hash.replace(/^\//, '')] : cut(hash, '?');
  const inHash = new URLSearchParams(hashQuery ?? '');
  const inQuery = new URLSearchParams(location.search);
  const token = inHash.get('token') || inQuery.get('token');
  if (!token) return storage.getItem(KEY) ?? undefined;
  storage.setItem(KEY, token);
  inHash.delete('token');
  inQuery.delete('token');
  const search = inQuery.size > 0 ? `?${inQuery}` : '';
  const rest = inHash.size > 0 ? `?${inHash}` : '';
  const shown = place === '' && rest === '' ? '' : `#${place}${rest}`;
  history.replaceState(null, '', `${location.pathname}${search}${shown}`);
  return token;
}

/** Whether the URL has a token. */
export function takesToken({ hash }: Pick<Location, 'hash'>): boolean {
  return /[#/?&]token=./.test(hash);
}

function cut(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
