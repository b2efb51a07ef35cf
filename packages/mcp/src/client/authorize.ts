import { LONGEST_TIMER_MS, ToolwrightError } from '@toolwright/contract';
import { finishAuthorization, type Line, serverName } from '../wire/transport.js';
import { unlessAborted } from '../wire/unless-aborted.js';
import type { ConnectMcpOptions, UrlOptions } from './connect-options.js';
import { toFailure, toTimeout } from './failure.js';

interface Authorizable extends UrlOptions {
  readonly authorizationCode: NonNullable<UrlOptions['authorizationCode']>;
}

/** Whether a person can be asked for access. */
export function canAuthorize(options: ConnectMcpOptions): options is ConnectMcpOptions & Authorizable {
  return options.url !== undefined && options.authorizationCode !== undefined;
}

/**
 * Waits until the person has authorized this client at the authorization server, and exchanges the code for tokens.
 * @throws ToolwrightError `AUTHENTICATION`, `ABORTED`, `TOOL_TIMEOUT` or `NETWORK`
 */
export async function authorize(
  line: Line,
  options: ConnectMcpOptions & Authorizable,
  signal: AbortSignal,
): Promise<void> {
  const { authorizationCode, connectTimeoutMs: timeoutMs = 30_000 } = options;
  const server = serverName(options);
  let deadline: AbortSignal | undefined;
  try {
    const code = await unlessAborted(signal, async () => authorizationCode({ signal }));
    // The timeout applies only to the authorization server; the person may take any time.
    deadline = AbortSignal.timeout(Math.min(timeoutMs, LONGEST_TIMER_MS));
    await unlessAborted(AbortSignal.any([signal, deadline]), () => finishAuthorization(line, code));
  } catch (error) {
    if (signal.aborted) {
      const message = 'The authorization was aborted.';
      throw new ToolwrightError('ABORTED', message, { blame: 'user', cause: error });
    }
    const attempt = { server, doing: 'while it authorized this client', timeoutMs };
    throw deadline?.aborted ? toTimeout(error, attempt) : toFailure(error, attempt);
  }
}
