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

/** A page that the person has to visit. */
export interface PendingAuthorization {
  readonly url: URL;
  readonly verifier: string;
}

/** What the SDK needs for the flow; the SDK discovers, checks the issuer, and makes the proof (PKCE). */
export class OAuthProvider implements OAuthClientProvider {
  readonly #settings: OAuthSettings;
  readonly #grant: StoredGrant;
  /** By their challenges, because several requests may find at once that they need a token. */
  readonly #verifiers = new Map<string, string>();
  #discovery: OAuthDiscoveryState | undefined;
  #pending: PendingAuthorization | undefined;
  #isAnswered = false;
  readonly clientMetadataUrl?: string;
  /** Not defined for a registration that the user has. */
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

  /** The page that waits for the person. */
  get pending(): PendingAuthorization | undefined {
    return this.#pending;
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
    // With a context, they are about to be renewed.
    return (context === undefined ? await this.#grant.read() : await this.#grant.load()).tokens;
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    this.#forget();
    await this.#grant.change({ tokens });
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifiers.set(createHash('sha256').update(verifier).digest('base64url'), verifier);
  }

  codeVerifier(): string {
    return this.#pending?.verifier ?? '';
  }

  /** The first page wins until its answer is there: the person is asked once. */
  redirectToAuthorization(url: URL): void {
    const verifier = this.#verifiers.get(url.searchParams.get('code_challenge') ?? '') ?? '';
    if (this.#pending === undefined || this.#isAnswered) this.#pending = { url, verifier };
    this.#isAnswered = false;
    this.#verifiers.clear();
  }

  /** Kept until the person is back: an authorization server that has moved must be found. */
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#pending === undefined ? undefined : this.#discovery;
  }

  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    this.#forget();
    if (scope === 'all') await this.#grant.change({ client: undefined, tokens: undefined });
    if (scope === 'client') await this.#grant.change({ client: undefined });
    if (scope === 'tokens') await this.#grant.change({ tokens: undefined });
  }

  /** The person is back, and the code will be exchanged. */
  answered(): void {
    this.#isAnswered = true;
  }

  /** Nobody waits for the person any longer. */
  forgetPending(): void {
    this.#forget();
  }

  #forget(): void {
    this.#pending = undefined;
    this.#isAnswered = false;
    this.#discovery = undefined;
    this.#verifiers.clear();
  }
}

function assertIssuer(found: string, wanted: string): void {
  if (found.replace(/\/$/, '') === wanted.replace(/\/$/, '')) return;
  throw new ToolwrightError('AUTHENTICATION', `The server names the authorization server ${found}.`, {
    blame: 'provider',
    hint: `Only ${wanted} is accepted (\`oauth.issuer\`).`,
  });
}
