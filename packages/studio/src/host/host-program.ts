import { isJsonObject, type JsonValue } from '@toolwright/contract';
import { createRedaction } from '@toolwright/redaction';
import type { RunStarted, ShownError, StudioTool } from '../protocol/requests.js';
import { toShownError } from '../protocol/shown-failure.js';
import { endWithParent } from './end-with-parent.js';
import { HostCalls } from './host-calls.js';
import type { FromHost, HostRequest, ToHost, ToolSchema } from './host-messages.js';
import { HostRuns } from './host-runs.js';
import { allTools, type LoadedProgram } from './loaded-program.js';
import { maskOutput } from './mask-output.js';

/**
 * Serves Studio's server from a process that `startStudio` has forked. The process exits together with the server.
 * @param load loads the user's modules
 */
export async function hostProgram(load: () => Promise<LoadedProgram>): Promise<void> {
  let redaction = createRedaction({ env: process.env });
  const send = (message: FromHost): void => {
    // Errors are ignored: if the server has exited, this process exits too.
    process.send?.(message, undefined, undefined, () => {});
  };
  const toShown = (thrown: unknown): ShownError => toShownError(thrown, redaction.redact, 'PROGRAM_FAILED');
  endWithParent();
  maskOutput();
  // After this message, the server applies the shorter timeout, because the modules may hang while loading.
  send({ type: 'pong' });
  const program = load().then((loaded) => {
    // The modules may have loaded secrets into the environment, as dotenv does.
    redaction = createRedaction({ env: process.env });
    const calls = new HostCalls(loaded, redaction, send);
    return { loaded, calls, runs: new HostRuns(loaded, send) };
  });
  process.on('message', async (message: ToHost) => {
    if (message.type === 'ping') send({ type: 'pong' });
    if (message.type !== 'ask') return;
    const { id, request } = message;
    try {
      send({ type: 'answer', id, value: await answer(await program, request) });
    } catch (thrown) {
      send({ type: 'refusal', id, error: toShown(thrown) });
    }
  });
  try {
    const { loaded } = await program;
    const agents = loaded.agents.map(({ agent: _, systemPrompt, ...entry }) => ({
      ...entry,
      ...(systemPrompt !== undefined && { systemPrompt: redaction.redact(systemPrompt) }),
    }));
    send({ type: 'ready', tools: toolsOf(loaded), schemas: schemasOf(loaded), agents });
    loaded.registry?.onChange?.(() =>
      send({ type: 'tools', tools: toolsOf(loaded), schemas: schemasOf(loaded) }),
    );
  } catch (thrown) {
    send({ type: 'failed', error: toShown(thrown) });
  }
}

interface Hosted {
  readonly calls: HostCalls;
  readonly runs: HostRuns;
}

async function answer({ calls, runs }: Hosted, request: HostRequest): Promise<JsonValue> {
  switch (request.kind) {
    case 'call':
      return { ...calls.start(request.callId, request) };
    case 'check':
      calls.check(request);
      return {};
    case 'abort-call':
      calls.abort(request.callId);
      return {};
    case 'run':
      return { ...(await runs.start(request)) };
    case 'decide':
      return { runId: await runs.decide(request) } satisfies RunStarted;
    case 'abort-run':
      runs.abort(request.runId);
      return {};
    case 'replay':
      return { runId: await runs.replay(request) } satisfies RunStarted;
    case 'resume-session':
      return { runId: await runs.resumeSession(request) } satisfies RunStarted;
    default:
      return request satisfies never;
  }
}

function toolsOf({ registry, countTokens }: LoadedProgram): StudioTool[] {
  return (registry?.listTools() ?? []).map((spec) => {
    const { name, description, parameters } = spec;
    const text = JSON.stringify({ name, description, parameters });
    const examples = (parameters.examples ?? []).filter(isJsonObject);
    return { spec, examples, ...(countTokens !== undefined && { tokens: countTokens(text) }) };
  });
}

function schemasOf(program: LoadedProgram): ToolSchema[] {
  return allTools(program).map(({ name, parameters }) => ({ name, parameters }));
}
