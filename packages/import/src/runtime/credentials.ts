import { textToBase64 } from '@toolwright/contract';
import type { Deadline } from './deadline.js';

/** A secret, or a function that returns the current one. */
export type Credential = string | (() => string | Promise<string>);

/** A name and a password, or a function that returns the current ones. */
export type BasicCredential = Basic | (() => Basic | Promise<Basic>);

interface Basic {
  readonly username: string;
  readonly password: string;
}

/** How a credential is sent. `bearer` is also the form of OAuth 2 and OpenID Connect. */
export type SecurityScheme =
  | { readonly type: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly type: 'basic' }
  | { readonly type: 'bearer' };

/** What is added to a request. */
export interface Sent {
  readonly headers: Record<string, string>;
  /** Pairs whose values are encoded. */
  readonly query: (readonly [name: string, value: string])[];
  readonly cookies: (readonly [name: string, value: string])[];
}

type Credentials = Readonly<Record<string, Credential | BasicCredential | undefined>>;
type Schemes = Readonly<Record<string, SecurityScheme>>;

/**
 * Adds the credentials of the first alternative that is complete.
 * @param alternatives the names of schemes that are needed together, for each way to authorize
 * @throws Error that names what is missing
 */
export async function addCredentials(
  sent: Sent,
  operation: string,
  alternatives: readonly (readonly string[])[],
  schemes: Schemes,
  credentials: Credentials,
  deadline: Deadline,
): Promise<void> {
  const isGiven = (name: string): boolean =>
    Object.hasOwn(credentials, name) && credentials[name] !== undefined;
  const given = alternatives.find((names) => names.length > 0 && names.every(isGiven));
  const names = given ?? alternatives.find((each) => each.length === 0);
  if (names === undefined) {
    if (alternatives.length === 0) return;
    const needed = alternatives.map((each) =>
      each.map((name) => `auth[${JSON.stringify(name)}]`).join(' and '),
    );
    throw new Error(`${operation} needs ${needed.join(', or ')}. Pass it to the constructor.`);
  }
  for (const name of names) {
    const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
    if (scheme === undefined) continue;
    const owner = `${operation}: auth[${JSON.stringify(name)}]`;
    const current = await deadline.wait(
      () => currentOf(credentials[name]),
      (error, late) => (late === undefined ? error : new Error(`${owner} gave ${late}.`)),
    );
    addCredential(sent, scheme, current);
  }
}

function currentOf(
  credential: Credential | BasicCredential | undefined,
): string | Basic | undefined | Promise<string | Basic> {
  return typeof credential === 'function' ? credential() : credential;
}

function addCredential(sent: Sent, scheme: SecurityScheme, value: string | Basic | undefined): void {
  if (value === undefined) return;
  if (typeof value === 'object') {
    sent.headers.authorization = `Basic ${textToBase64(`${value.username}:${value.password}`)}`;
    return;
  }
  if (scheme.type !== 'apiKey') sent.headers.authorization = `Bearer ${value}`;
  else if (scheme.in === 'header') sent.headers[scheme.name.toLowerCase()] = value;
  else (scheme.in === 'query' ? sent.query : sent.cookies).push([scheme.name, encodeURIComponent(value)]);
}
