import type { RemoteMcpServer } from '@toolwright/contract';
import { createRedactor, type Redactor } from '../redact.js';
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
  return [...(token === undefined ? [] : [token]), ...Object.values(others), ...addressSecrets(server.url)];
}

/** Many servers take a key as a part of their address. */
function addressSecrets(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { password, searchParams } = new URL(address);
  return [decodeURIComponent(password), ...searchParams.values()];
}
