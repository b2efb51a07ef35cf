import { createHash, randomUUID } from 'node:crypto';
import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { ToolwrightError } from '@toolwright/contract';
import type { OAuthSettings } from './oauth-options.js';
import type { StoredGrant } from './stored-grant.js';

/** An authorization page that is waiting for the person. */
export interface PendingAuthorization {
  readonly url: URL;
  readonly verifier: string;
}

/** Provides settings and storage to the SDK, which performs discovery, the issuer check and PKCE. */
export class OAuthProvider implements OAuthClientProvider {
  readonly #settings: OAuthSettings;
  readonly #grant: StoredGrant;
  /** Code verifiers by challenge. There can be more than one, because concurrent requests may need a token. */
  readonly #verifiers = new Map<string, string>();
  #discovery: OAuthDiscoveryState | undefined;
  /** The page to show to the person; undefined if no authorization is pending. */
  pending: PendingAuthorization | undefined;
  #isAnswered = false;
  readonly clientMetadataUrl?: string;
  /** Undefined if the options contain an existing registration. */
  readonly saveClientInformation?: (information: StoredOAuthClientInformation) => Promise<void>;

  constructor(settings: OAuthSettings, grant: StoredGrant) {
    this.#settings = settings;
    this.#grant = grant;
    if (settings.clientMetadataUrl !== undefined) this.clientMetadataUrl = settings.clientMetadataUrl;
    if (settings.clientId === undefined) this.saveClientInformation = (client) => grant.change({ client });
  }

  get redirectUrl(): string {
    return String(this.#settings.redirectUrl);
  }

  get clientMetadata(): OAuthClientMetadata {
    const { clientName = 'toolwright', clientMetadata, scopes } = this.#settings;
    return {
      client_name: clientName,
      redirect_uris: [this.redirectUrl],
      ...(scopes === undefined ? {} : { scope: scopes.join(' ') }),
      ...clientMetadata,
    };
  }

  state(): string {
    return randomUUID();
  }

  async clientInformation(
    context?: OAuthClientInformationContext,
  ): Promise<StoredOAuthClientInformation | undefined> {
    const { clientId, clientSecret, issuer = context?.issuer } = this.#settings;
    if (context !== undefined && issuer !== undefined) assertIssuer(context.issuer, issuer);
    if (clientId === undefined) return (await this.#grant.load()).client;
    return {
      client_id: clientId,
      ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
      ...(issuer === undefined ? {} : { issuer }),
    };
  }

  async tokens(context?: OAuthClientInformationContext): Promise<StoredOAuthTokens | undefined> {
    // If a context is passed, the SDK is about to refresh the tokens, so they are loaded again.
    return (context === undefined ? await this.#grant.read() : await this.#grant.load()).tokens;
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    this.forgetPending();
    await this.#grant.change({ tokens });
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifiers.set(createHash('sha256').update(verifier).digest('base64url'), verifier);
  }

  codeVerifier(): string {
    return this.pending?.verifier ?? '';
  }

  /** Keeps the first page until the person has answered, so that the person is asked only once. */
  redirectToAuthorization(url: URL): void {
    const verifier = this.#verifiers.get(url.searchParams.get('code_challenge') ?? '') ?? '';
    if (this.pending === undefined || this.#isAnswered) this.pending = { url, verifier };
    this.#isAnswered = false;
    this.#verifiers.clear();
  }

  /** Uses discovery results only while an authorization is pending, so that an authorization server that moves is found again. */
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.pending === undefined ? undefined : this.#discovery;
  }

  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    this.forgetPending();
    if (scope === 'all') await this.#grant.change({ client: undefined, tokens: undefined });
    if (scope === 'client') await this.#grant.change({ client: undefined });
    if (scope === 'tokens') await this.#grant.change({ tokens: undefined });
  }

  /** Records that the person has answered and that the code will be exchanged next. */
  answered(): void {
    this.#isAnswered = true;
  }

  /** Discards the pending authorization. */
  forgetPending(): void {
    this.pending = undefined;
    this.#isAnswered = false;
    this.#discovery = undefined;
    this.#verifiers.clear();
  }
}

function assertIssuer(found: string, wanted: string): void {
  if (found.replace(/\/$/, '') === wanted.replace(/\/$/, '')) return;
  throw new ToolwrightError('AUTHENTICATION', `The server requires the authorization server ${found}.`, {
    blame: 'provider',
    hint: `Only ${wanted} is accepted (\`oauth.issuer\`).`,
  });
}
