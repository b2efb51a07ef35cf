import { codeMode } from '@toolwright/code-mode';
import { Agent } from 'toolwright';
import { scriptedModel } from 'toolwright/testing';

/** How long a program with a limit may take together with its calls. */
const IN_ALL_MS = 5000;

/** Written by `prepare.mjs`. */
const { calls, registry } = await import(new URL('../tools.bundle.mjs', import.meta.url).href);

const approvalKey = 'the same key in each process';

/** An agent whose model writes one program. */
export function create({ ms }) {
  const options = ms === undefined ? {} : { limits: { cpuMs: ms }, timeoutMs: IN_ALL_MS };
  const toolRegistry = codeMode(registry, options);
  const agentFor = (code) =>
    new Agent({
      llmClient: scriptedModel([{ toolCalls: [{ name: 'runProgram', arguments: { code } }] }, 'done']),
      toolRegistry,
      approvalKey,
    });
  return {
    async run(code) {
      return ended(await agentFor(code).run('Go'));
    },
    async resume(state, approved) {
      const decisions = state.pending.map(({ callId }) => [callId, { approved }]);
      const agent = new Agent({ llmClient: scriptedModel(['done']), toolRegistry, approvalKey });
      return ended(await agent.resume(state, Object.fromEntries(decisions)));
    },
    calls: () => calls,
    close() {},
  };
}

function ended({ paused, toolCalls }) {
  if (paused !== undefined) return { kind: 'paused', state: paused, pending: paused.pending.length };
  const { result, error } = toolCalls.findLast(({ name }) => name === 'runProgram').outcome;
  return error === null ? { kind: 'returned', value: result } : { kind: 'failed', message: error };
}
