import type { RemoteMcpServer } from '@toolwright/contract';
import { createRedactor, type Redactor } from '../faults/redact.js';
import { splitToken } from './split-token.js';

/** Creates a redactor that also hides the secrets of these servers. Providers may quote a token that a server refuses. */
export function withServerSecrets(
  redact: Redactor,
  servers: readonly RemoteMcpServer[] | undefined,
): Redactor {
  if (servers === undefined) return redact;
  const redactServers = createRedactor(servers.flatMap(secretsOf));
  return (text) => redactServers(redact(text));
}

function secretsOf(server: RemoteMcpServer): string[] {
  const { token, others } = splitToken(server);
  const values = [...Object.values(others), ...addressSecrets(server.url)];
  // Shorter values such as `v=2` and `json` are not secrets.
  return [...(token === undefined ? [] : [token]), ...values.filter(({ length }) => length >= MIN_SECRET)];
}

const MIN_SECRET = 6;

/** The minimum length of a secret path segment. Shorter segments may be plain words. */
const MIN_SEGMENT = 16;

/** Finds the secrets in a URL: many servers accept a key as part of it. */
function addressSecrets(address: string): string[] {
  if (!URL.canParse(address)) return [address];
  const { href, pathname, password, searchParams } = new URL(address);
  const segments = pathname.split('/').filter(({ length }) => length >= MIN_SEGMENT);
  // Unlike `decodeURIComponent`, this accepts invalid encodings.
  const decoded = new URLSearchParams(`password=${password.replaceAll('+', '%2B')}`).get('password') ?? '';
  return [address, href, ...segments, password, decoded, ...searchParams.values()];
}
