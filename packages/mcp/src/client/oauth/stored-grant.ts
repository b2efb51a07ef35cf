import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { isRecord, ToolwrightError } from '@toolwright/contract';
import type { OAuthStorage } from './oauth-options.js';

export interface Grant {
  readonly client?: StoredOAuthClientInformation | undefined;
  readonly tokens?: StoredOAuthTokens | undefined;
}

export class StoredGrant {
  readonly #storage: OAuthStorage;
  readonly #server: string;
  #known: Grant | undefined;

  constructor(storage: OAuthStorage, server: string) {
    this.#storage = storage;
    this.#server = server;
  }

  /** Returns the cached grant, or loads it from the storage. */
  async read(): Promise<Grant> {
    return this.#known ?? this.load();
  }

  /** Loads the grant from the storage, because another process may have refreshed the tokens. */
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
  // `change` wrote this value, and the SDK validates the parts that it uses.
  if (isRecord(grant)) return grant as Grant;
  // The stored string contains secrets, so neither the message nor the cause may quote it.
  throw new ToolwrightError('INVALID_CONFIG', `The stored OAuth grant for ${server} is invalid.`, {
    blame: 'user',
    hint: 'Delete it. The person is then asked again.',
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller refuses it
  }
}
