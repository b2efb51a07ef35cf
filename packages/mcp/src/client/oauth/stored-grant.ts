import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { isRecord, ToolwrightError } from '@toolwright/contract';
import type { OAuthStorage } from './oauth-options.js';

/** What a client has from an authorization server. */
export interface Grant {
  readonly client?: StoredOAuthClientInformation | undefined;
  readonly tokens?: StoredOAuthTokens | undefined;
}

/** The grant for one server, in the storage of the user. */
export class StoredGrant {
  readonly #storage: OAuthStorage;
  readonly #server: string;
  #known: Grant | undefined;

  constructor(storage: OAuthStorage, server: string) {
    this.#storage = storage;
    this.#server = server;
  }

  /** As this process knows it. */
  async read(): Promise<Grant> {
    return this.#known ?? this.load();
  }

  /** As it is now: another process may have renewed the tokens. */
  async load(): Promise<Grant> {
    const text = await this.#storage.load(this.#server);
    this.#known = text === undefined ? {} : parse(text, this.#server);
    return this.#known;
  }

  async change(changes: Grant): Promise<void> {
    this.#known = { ...(await this.load()), ...changes };
    await this.#storage.save(this.#server, JSON.stringify(this.#known));
  }
}

function parse(text: string, server: string): Grant {
  const grant = readJson(text);
  // Written by `change`; the SDK validates what it uses.
  if (isRecord(grant)) return grant as Grant;
  // The text holds secrets, so neither the message nor a cause quotes it.
  throw new ToolwrightError('INVALID_CONFIG', `What the storage has for ${server} is not a grant.`, {
    blame: 'user',
    hint: 'Delete it. The person is then asked again.',
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Refused by the caller.
    return undefined;
  }
}
