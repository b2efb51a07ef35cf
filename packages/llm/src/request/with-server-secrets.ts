import type { RemoteMcpServer } from '@toolwright/contract';
import { createRedactor, type Redactor } from '../faults/redact.js';
import { splitToken } from './split-token.js';

/** A redactor that knows what is sent along to these servers as well: a provider may quote it when a server refuses it. */
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
  // `v=2` and `json` are no secrets, and would tear holes in every message.
  return [...(token === undefined ? [] : [token]), ...values.filter(({ length }) => length >= MIN_SECRET)];
}

const MIN_SECRET = 6;

/** What is so long in a path is no word. */
const MIN_SEGMENT = 16;

/** Many servers take a key as a part of their address, which therefore is one itself. */
function addressSecrets(address: string): string[] {
  if (!URL.canParse(address)) return [address];
  const { href, pathname, password, searchParams } = new URL(address);
  const segments = pathname.split('/').filter(({ length }) => length >= MIN_SEGMENT);
  // Unlike `decodeURIComponent`, this takes what is no valid encoding as it is.
  const decoded = new URLSearchParams(`password=${password.replaceAll('+', '%2B')}`).get('password') ?? '';
  return [address, href, ...segments, password, decoded, ...searchParams.values()];
}
