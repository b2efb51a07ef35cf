import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type ChatCompletionRequest, type FixtureResponse, LLMock } from '@copilotkit/aimock';

export interface TestModel {
  /** The environment of the program: the server acts as OpenAI's. */
  readonly env: NodeJS.ProcessEnv;
  /** The requests, in order. */
  readonly requests: readonly ChatCompletionRequest[];
  stop(): Promise<void>;
}

/** Starts a model over real HTTP whose replies come from the test. */
export async function startModel(
  reply: (request: ChatCompletionRequest) => FixtureResponse,
  pace: { readonly latency?: number; readonly chunkSize?: number } = {},
): Promise<TestModel> {
  const requests: ChatCompletionRequest[] = [];
  const server = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
  const record = (request: ChatCompletionRequest) => {
    requests.push(request);
    return reply(request);
  };
  server.on({ predicate: () => true }, record, pace);
  const url = await server.start();
  return {
    env: { OPENAI_API_KEY: 'test', OPENAI_BASE_URL: `${url}/v1` },
    requests,
    stop: () => server.stop(),
  };
}

/** The number of the model's turns since the last user message. */
export function turnOf({ messages }: ChatCompletionRequest): number {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(asked + 1).filter(({ role }) => role === 'assistant').length;
}

/** Whether the critic sent the request. */
export function isCritic(request: ChatCompletionRequest): boolean {
  return JSON.stringify(request).includes('requiresRevision');
}

/** A fingerprint of every file in a folder, including git's own, to compare before and after. */
export function fingerprint(folder: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }).sort(byPath)) {
    const path = join(entry.parentPath, entry.name);
    hash.update(`${path}\0`);
    if (entry.isFile()) hash.update(readFileSync(path));
    if (entry.isSymbolicLink()) hash.update(readlinkSync(path));
  }
  return hash.digest('hex');
}

function byPath(a: { parentPath: string; name: string }, b: { parentPath: string; name: string }): number {
  return join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1;
}
