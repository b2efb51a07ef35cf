import type { RemoteMcpServer } from '@toolwright/contract';

export interface SplitHeaders {
  /** The token of the header `Authorization: Bearer …`. */
  readonly token: string | undefined;
  /** All other headers. */
  readonly others: Readonly<Record<string, string>>;
}

/** Separates the bearer token from other headers, because providers accept it as a separate parameter. */
export function splitToken({ headers = {} }: Pick<RemoteMcpServer, 'headers'>): SplitHeaders {
  let token: string | undefined;
  const others: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const bearer = name.toLowerCase() === 'authorization' ? /^Bearer +(\S+)$/i.exec(value)?.[1] : undefined;
    if (bearer === undefined) others[name] = value;
    else token = bearer;
  }
  return { token, others };
}
