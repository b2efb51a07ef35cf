import * as codeMode from '@ai-sdk/code-mode';
import { generateText, isStepCount, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';
import { calls, IMPLEMENTATION, TOOLS } from '../tools.mjs';

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

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** `generateText` with a model that writes one program. `pauses`: with the interrupts that the package has and its documentation lacks. */
export function create({ ms, pauses }) {
  const options = {
    ...(ms === undefined ? {} : { executionPolicy: { timeoutMs: ms } }),
    ...(pauses ? { approval: { mode: 'interrupt' } } : {}),
    continuationSecurity: { signingKey: 'the same key in each process' },
  };
  return {
    async run(code) {
      const { content, steps } = await generateText({
        model: modelThatWrites(code),
        tools: { code_mode: codeMode.experimental_codeModeTool(options), ...tools },
        experimental_toolCallers: Object.fromEntries(TOOLS.map(({ name }) => [name, ['code_mode']])),
        stopWhen: isStepCount(2),
        prompt: 'Go',
      });
      const parts = [...steps.flatMap((step) => step.content), ...content];
      const part = parts.find(({ type }) => type === 'tool-result' || type === 'tool-error');
      return part.type === 'tool-error' ? failed(part.error) : ended(part.output);
    },
    async resume(interrupt, approved) {
      const approvalResponse = { approvalId: interrupt.interruptId, approved };
      try {
        return ended(
          await codeMode.experimental_continueCodeModeApproval({
            interrupt,
            approvalResponse,
            tools,
            options,
          }),
        );
      } catch (error) {
        return failed(error);
      }
    },
    calls: () => calls,
    close() {},
  };

  function ended(output) {
    const { status, interrupt } = codeMode.experimental_unwrapCodeModeResult(
      output,
      options.continuationSecurity,
    );
    if (status === 'completed') return { kind: 'returned', value: output };
    return {
      kind: 'paused',
      state: interrupt,
      pending: interrupt.continuation.pendingInterruptions.length,
    };
  }
}

function failed(error) {
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}

function modelThatWrites(code) {
  const call = {
    type: 'tool-call',
    toolCallId: 'p',
    toolName: 'code_mode',
    input: JSON.stringify({ js: code }),
  };
  const answer = (content, unified) => ({
    content: [content],
    finishReason: { unified, raw: unified },
    usage: USAGE,
    warnings: [],
  });
  let turn = 0;
  return new MockLanguageModelV4({
    doGenerate: async () => {
      turn += 1;
      return turn === 1 ? answer(call, 'tool-calls') : answer({ type: 'text', text: 'done' }, 'stop');
    },
  });
}
