import { ToolwrightError } from '@toolwright/contract';
import { finishAuthorization, type Line, serverName } from '../wire/transport.js';
import { unlessAborted } from '../wire/unless-aborted.js';
import type { ConnectMcpOptions, UrlOptions } from './connect-options.js';
import { toFailure } from './failure.js';

interface Authorizable extends UrlOptions {
  readonly authorizationCode: NonNullable<UrlOptions['authorizationCode']>;
}

/** Whether a person can be asked for access. */
export function canAuthorize(options: ConnectMcpOptions): options is ConnectMcpOptions & Authorizable {
  return options.url !== undefined && options.authorizationCode !== undefined;
}

/**
 * Waits for the person whom the provider has sent to the authorization server, and exchanges the code for access.
 * @throws ToolwrightError `AUTHENTICATION`, `ABORTED`, or what the network does
 */
export async function authorize(
  line: Line,
  options: ConnectMcpOptions & Authorizable,
  signal: AbortSignal,
): Promise<void> {
  const { authorizationCode, connectTimeoutMs: timeoutMs = 30_000 } = options;
  try {
    await unlessAborted(signal, async () => {
      await finishAuthorization(line, await authorizationCode({ signal }));
    });
  } catch (error) {
    if (signal.aborted) {
      const message = 'Authorizing was aborted.';
      throw new ToolwrightError('ABORTED', message, { blame: 'user', cause: error });
    }
    throw toFailure(error, {
      server: serverName(options),
      doing: 'while it authorized this client',
      timeoutMs,
    });
  }
}
