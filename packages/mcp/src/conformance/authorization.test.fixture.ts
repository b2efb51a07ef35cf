import {
  ClientCredentialsProvider,
  type OAuthClientProvider,
  PrivateKeyJwtProvider,
} from '@modelcontextprotocol/client';
import type { UrlOptions } from '../client/connect-options.js';

type Authorization = Pick<UrlOptions, 'authProvider' | 'authorizationCode' | 'anyIssuer'>;

/** Here version 0.1 of the suite names an issuer without its path. */
const WRONG_ISSUER = new Set([
  'auth/2025-03-26-oauth-metadata-backcompat',
  'auth/metadata-var2',
  'auth/metadata-var3',
]);

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
  const information = clientId === '' ? undefined : { client_id: clientId, client_secret: clientSecret };
  const person = new Person(information);
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
