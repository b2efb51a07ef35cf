import type { LLMResponse, ToolSource } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { codeMode } from '../code-mode.js';

/** A program of 30 calls and a payment that a person approves, in the midst of other calls. */
const SHOP_PROGRAM = `
const told: string[] = [];
const attempt = async (call: Promise<unknown>) => {
  try { told.push(String(await call)); } catch (error) { told.push((error as Error).message); }
};
for (let n = 0; n < 9; n++)
  await Promise.all([attempt(tools.look({ n })), attempt(tools.send({ n })), attempt(tools.note({ n }))]);
await Promise.all([attempt(tools.look({ n: 9 })), attempt(tools.pay({ n: 9 })), attempt(tools.note({ n: 9 }))]);
console.log(told.length);
return told;
`;

/** The tools: `look` is read-only, `note` may be repeated, `send` must happen once, and a person approves `pay`. */
export function shop(effect: (line: string) => Promise<void>): ToolSource {
  const registry = new ToolRegistry();
  const hints = {
    look: { readOnly: true },
    note: { idempotent: true },
    send: {},
    pay: { needsApproval: true },
  };
  for (const [name, annotations] of Object.entries(hints))
    registry.register(
      new FunctionTool({
        name,
        description: `Does ${name}.`,
        parameters: {
          type: 'object',
          properties: { n: { type: 'integer' } },
          required: ['n'],
          additionalProperties: false,
        },
        output: { type: 'string' },
        annotations,
        fn: async ({ n }: { n: number }) => {
          await effect(`${name} ${n}`);
          return `${name} ${n}`;
        },
      }),
    );
  return codeMode(registry);
}

/** A model that writes the program, and answers with what it returned. */
export function shopReply(
  messages: readonly { readonly role: string; readonly content?: unknown }[],
): LLMResponse {
  const result = messages.find(({ role }) => role === 'tool');
  if (result !== undefined) return { content: String(result.content), toolCalls: [], finishReason: 'stop' };
  const call = { name: 'runProgram', arguments: JSON.stringify({ code: SHOP_PROGRAM }) };
  return {
    content: null,
    toolCalls: [{ id: 'p', type: 'function', function: call }],
    finishReason: 'tool-calls',
  };
}
