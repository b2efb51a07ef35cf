import { LLMock } from '@copilotkit/aimock';
import type {
  GenerateOptions,
  LLMNotice,
  LLMProvider,
  LLMResponse,
  Message,
  ToolSpec,
} from '@toolwright/contract';
import type { LLMConfig } from '../../client/config.js';
import { createClient } from '../../client/create-client.js';
import { assemble } from '../../reply/stream-assembler.js';
import { weatherTool } from '../weather-tool.test.support.js';

/** The facts about a provider that the tests need. */
export interface Subject extends Pick<LLMConfig, 'provider' | 'model' | 'api' | 'capabilities'> {
  /** The path of `baseUrl` after the address of the scripted server. */
  readonly path: string;
  /** Features of this provider's API that the scripted server lacks. The provider's own tests cover them with raw replies. */
  readonly gaps?: readonly Gap[];
  /** The provider accepts only the bytes of images, so the client fetches their addresses. */
  readonly fetchesImages?: boolean;
}

export type Gap = 'call-ids' | 'reasoning' | 'usage' | 'stream-usage' | 'finish-reasons';

/**
 * Expects a part of a value, or its absence if the scripted server lacks the feature. A closed gap fails here, so that its entry is
 * removed.
 */
export function expectUnlessGap(subject: Subject, gap: Gap, value: unknown, part: object): void {
  if (subject.gaps?.includes(gap)) expect(value).not.toMatchObject(part);
  else expect(value).toMatchObject(part);
}

/** One pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The two ways to ask, which must return the same answer. */
export const WAYS = ['generate', 'stream'] as const;
export type Way = (typeof WAYS)[number];

/** A key that must appear only in a request's headers. */
export const KEY = 'sk-never-to-be-seen-0123456789';

/** One request, as it left the client. */
export interface Sent {
  readonly url: string;
  readonly body: string;
}

/** A scripted server, and a client that speaks to it through the provider's official SDK. */
export class Stage {
  readonly mock = new LLMock({ port: 0 });
  readonly sent: Sent[] = [];
  readonly events: LLMNotice[] = [];
  readonly #subject: Subject;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  async open(): Promise<void> {
    await this.mock.start();
  }

  async close(): Promise<void> {
    await this.mock.stop();
  }

  /** Clears the recorded requests and events, and the scripts. */
  clear(): void {
    this.mock.clearFixtures().clearChaos().clearRequests();
    this.mock.resetMatchCounts();
    this.sent.length = 0;
    this.events.length = 0;
  }

  client(config: Partial<LLMConfig> = {}): LLMProvider {
    const { path, gaps: _gaps, fetchesImages: _fetches, ...subject } = this.#subject;
    return createClient({
      ...subject,
      apiKey: KEY,
      baseUrl: `${this.mock.url}${path}`,
      timeouts: { totalMs: 10_000 },
      retries: { baseDelayMs: 1 },
      ...config,
      runtime: { fetch: this.#fetch, env: {}, ...config.runtime },
    });
  }

  async ask(way: Way, messages: readonly Message[], asked: Asked = {}): Promise<LLMResponse> {
    const { tools = [], client = this.client(), ...rest } = asked;
    const options: GenerateOptions = { ...rest, onEvent: (event) => this.events.push(event) };
    if (way === 'generate') return client.generate(messages, tools, options);
    if (client.stream === undefined) throw new Error('The client does not stream.');
    return assemble(client.stream(messages, tools, options));
  }

  readonly #fetch: typeof fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.startsWith('https://example.com/'))
      return Promise.resolve(new Response(Buffer.from(PIXEL, 'base64')));
    this.sent.push({ url, body: typeof init?.body === 'string' ? init.body : '' });
    return fetch(input, init);
  };
}

export interface Asked extends GenerateOptions {
  readonly tools?: readonly ToolSpec[];
  readonly client?: LLMProvider;
}

export const weather = weatherTool('get_weather', 'The weather in a city.');
