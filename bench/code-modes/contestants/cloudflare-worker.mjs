import { DurableObject } from 'cloudflare:workers';
import { CodemodeRuntime, createCodemodeRuntime, DynamicWorkerExecutor } from '@cloudflare/codemode';
import { createCodeTool, toolSetConnector } from '@cloudflare/codemode/ai';
import { tool } from 'ai';
import { z } from 'zod';
import { calls, IMPLEMENTATION, TOOLS } from '../tools.mjs';

export { CodemodeRuntime };

const tools = Object.fromEntries(
  TOOLS.map(({ name, parameter, needsApproval }) => [
    name,
    tool({
      description: `Does ${name}.`,
      inputSchema: z.object({ [parameter]: z.number() }),
      outputSchema: z.any(),
      ...(needsApproval ? { needsApproval } : {}),
      execute: async (args) => IMPLEMENTATION[name](args),
    }),
  ]),
);

/** Runs programs, by the durable runtime if they may pause, and by `createCodeTool` if not. */
export class Host extends DurableObject {
  async run({ code, ms, pauses }) {
    if (pauses) return ended(await this.#runtime(ms).execute({ code }));
    const { execute } = createCodeTool({ tools: [{ name: 'tools', tools }], executor: this.#executor(ms) });
    try {
      const { result, logs } = await execute({ code }, { toolCallId: 'p', messages: [] });
      return { kind: 'returned', value: logs === undefined ? result : { result, logs } };
    } catch (error) {
      return { kind: 'failed', message: error.message };
    }
  }

  async resume({ state: { executionId, pending }, approved, ms }) {
    const runtime = this.#runtime(ms);
    if (approved) return ended(await runtime.approve({ executionId }));
    await runtime.reject({ executionId, seq: pending[0].seq });
    const { status } = (await runtime.executions(1))[0];
    return { kind: 'failed', message: `The program has ended: ${status}.` };
  }

  calls() {
    return calls;
  }

  #executor(timeout) {
    return new DynamicWorkerExecutor({
      loader: this.env.LOADER,
      ...(timeout === undefined ? {} : { timeout }),
    });
  }

  #runtime(ms) {
    const connectors = [toolSetConnector(this.ctx, { name: 'tools', tools })];
    return createCodemodeRuntime({ ctx: this.ctx, executor: this.#executor(ms), connectors });
  }
}

function ended({ status, executionId, pending, result, logs, error }) {
  if (status === 'paused')
    return { kind: 'paused', state: { executionId, pending }, pending: pending.length };
  if (status === 'error') return { kind: 'failed', message: error };
  return { kind: 'returned', value: logs === undefined ? result : { result, logs } };
}

export default {
  async fetch(request, env) {
    const method = new URL(request.url).pathname.slice(1);
    const answer = await env.HOST.get(env.HOST.idFromName('host'))[method](await request.json());
    return Response.json(answer);
  },
};
