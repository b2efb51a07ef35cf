import {
  ClientCredentialsProvider,
  CrossAppAccessProvider,
  DpopSession,
  type OAuthClientProvider,
  PrivateKeyJwtProvider,
  requestJwtAuthorizationGrant,
} from '@modelcontextprotocol/client';
import type { UrlOptions } from '../client/connect-options.js';

type Authorization = Pick<UrlOptions, 'authProvider' | 'authorizationCode' | 'anyIssuer'>;

/** Here version 0.1 of the suite names an issuer without its path. */
const WRONG_ISSUER = new Set([
  'auth/2025-03-26-oauth-metadata-backcompat',
  'auth/metadata-var2',
  'auth/metadata-var3',
]);

/** The second name is that of earlier versions. */
const ENTERPRISE = new Set(['auth/enterprise-managed-authorization', 'auth/cross-app-access-complete-flow']);

/** How the suite's client authorizes itself, by scenario. */
export function createAuthorization(
  scenario: string,
  context: Readonly<Record<string, string>>,
): Authorization {
  const {
    client_id: clientId = '',
    client_secret: clientSecret = '',
    private_key_pem: privateKey = '',
  } = context;
  if (scenario === 'auth/client-credentials-basic') {
    return { authProvider: new ClientCredentialsProvider({ clientId, clientSecret }) };
  }
  if (scenario === 'auth/client-credentials-jwt') {
    const { signing_algorithm: algorithm = 'ES256' } = context;
    return { authProvider: new PrivateKeyJwtProvider({ clientId, privateKey, algorithm }) };
  }
  if (ENTERPRISE.has(scenario)) {
    return { authProvider: managedByEnterprise(context) };
  }
  if (scenario === 'auth/wif-jwt-bearer')
    return { authProvider: new Workload(clientId, context.valid_jwt ?? '') };
  const information = clientId === '' ? undefined : { client_id: clientId, client_secret: clientSecret };
  const person = scenario.startsWith('auth/dpop') ? new ProvingPerson(information) : new Person(information);
  const anyIssuer = WRONG_ISSUER.has(scenario);
  return { authProvider: person, anyIssuer, authorizationCode: () => Promise.resolve(person.answer) };
}

/** A person who agrees at once: the suite's authorization server answers the request with the code. */
class Person implements OAuthClientProvider {
  readonly redirectUrl = 'http://localhost:3000/callback';
  readonly clientMetadataUrl = 'https://conformance-test.local/client-metadata.json';
  readonly clientMetadata = { client_name: 'toolwright-conformance', redirect_uris: [this.redirectUrl] };
  answer = new URLSearchParams();
  #information: ReturnType<OAuthClientProvider['clientInformation']>;
  #tokens: ReturnType<OAuthClientProvider['tokens']>;
  #verifier = '';

  constructor(information: ReturnType<OAuthClientProvider['clientInformation']>) {
    this.#information = information;
  }

  clientInformation() {
    return this.#information;
  }

  saveClientInformation(
    information: NonNullable<ReturnType<OAuthClientProvider['clientInformation']>>,
  ): void {
    this.#information = information;
  }

  tokens() {
    return this.#tokens;
  }

  saveTokens(tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>): void {
    this.#tokens = tokens;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const { headers } = await fetch(url, { redirect: 'manual' });
    this.answer = new URL(headers.get('location') ?? '').searchParams;
  }
}

/** Whose tokens belong to a key that the client proves to have. */
class ProvingPerson extends Person {
  readonly #session = DpopSession.create();

  dpop(): Promise<DpopSession> {
    return this.#session;
  }
}

/** The enterprise's identity provider lets the client in. */
function managedByEnterprise(context: Readonly<Record<string, string>>): CrossAppAccessProvider {
  const value = (name: string): string => context[name] ?? '';
  return new CrossAppAccessProvider({
    clientId: value('client_id'),
    clientSecret: value('client_secret'),
    assertion: async ({ authorizationServerUrl, resourceUrl, scope, fetchFn }) => {
      const { jwtAuthGrant } = await requestJwtAuthorizationGrant({
        tokenEndpoint: value('idp_token_endpoint'),
        audience: authorizationServerUrl,
        resource: resourceUrl,
        idToken: value('idp_id_token'),
        clientId: value('idp_client_id'),
        ...(scope === undefined ? {} : { scope }),
        fetchFn,
      });
      return jwtAuthGrant;
    },
  });
}

/** A program whose platform vouches for it with a token. */
class Workload implements OAuthClientProvider {
  readonly redirectUrl = undefined;
  readonly clientMetadata = { client_name: 'toolwright-conformance', redirect_uris: [] };
  readonly #id: string;
  readonly #assertion: string;
  #tokens: ReturnType<OAuthClientProvider['tokens']>;

  constructor(id: string, assertion: string) {
    this.#id = id;
    this.#assertion = assertion;
  }

  clientInformation() {
    return { client_id: this.#id };
  }

  tokens() {
    return this.#tokens;
  }

  saveTokens(tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>): void {
    this.#tokens = tokens;
  }

  prepareTokenRequest(scope?: string): URLSearchParams {
    return new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: this.#assertion,
      ...(scope === undefined ? {} : { scope }),
    });
  }

  codeVerifier(): string {
    return '';
  }

  saveCodeVerifier(): void {}
  redirectToAuthorization(): void {}
}
