import type { ObjectSchema, ToolContext } from '@toolwright/contract';
import { PromptRegistry } from '@toolwright/prompts';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { findMcpCall } from './server/mcp-call.js';

const none: ObjectSchema = { type: 'object', properties: {}, additionalProperties: false };
const text: ObjectSchema = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
};

/** The signals of running calls of `wait`, so that tests see whether an abort arrives. */
export const waiting: AbortSignal[] = [];

/** A registry with a tool of each kind that matters to the protocol. */
export function createTools(): ToolRegistry {
  const registry = new ToolRegistry();
  registry.register(
    new FunctionTool({
      name: 'add',
      description: 'Adds two numbers.',
      parameters: {
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'number', default: 1 } },
        required: ['a'],
        additionalProperties: false,
      },
      output: { type: 'number' },
      annotations: { title: 'Add', readOnly: true, idempotent: true, openWorld: false },
      fn: ({ a, b }: { a: number; b: number }) => a + b,
    }),
  );
  registry.register(
    new FunctionTool({
      name: 'describe',
      description: 'Describes a text.',
      parameters: text,
      output: {
        type: 'object',
        properties: { length: { type: 'integer' }, text: { type: 'string' } },
        required: ['length', 'text'],
      },
      fn: (args: { text: string }) => ({ length: args.text.length, text: args.text }),
    }),
  );
  registry.register(
    new FunctionTool({
      name: 'echo',
      description: 'Echoes.',
      parameters: text,
      fn: (a: { text: string }) => a.text,
    }),
  );
  registry.register(
    new FunctionTool({
      name: 'lie',
      description: 'Promises a number.',
      parameters: none,
      output: { type: 'number' },
      fn: () => 'a text',
    }),
  );
  registry.register(
    new FunctionTool({
      name: 'fail',
      description: 'Fails.',
      parameters: none,
      fn: () => {
        throw new Error('out of paper');
      },
    }),
  );
  registry.register(
    new FunctionTool({
      name: 'wait',
      description: 'Waits until it is aborted.',
      parameters: none,
      fn: (_: object, { signal, log, progress }: ToolContext) => {
        waiting.push(signal);
        log('waiting', { since: 'now' });
        progress('begun');
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('gone')), { once: true }),
        );
      },
    }),
  );
  registry.register(
    new FunctionTool({
      name: 'count',
      description: 'Counts to three.',
      parameters: none,
      async *fn() {
        yield 1;
        yield { progress: 2, total: 3, message: 'two' };
        yield 1.5;
        yield 'almost';
        return 'done';
      },
    }),
  );
  registry.register(
    new FunctionTool({
      name: 'erase',
      description: 'Erases everything.',
      parameters: text,
      annotations: { destructive: true, needsApproval: true, title: 'Erase it all' },
      fn: (args: { text: string }) => `erased ${args.text}`,
    }),
  );
  registry.register(
    new FunctionTool({
      name: 'ask',
      description: "Asks the client's model.",
      parameters: none,
      fn: async (_: object, context: ToolContext) => {
        const call = findMcpCall(context);
        if (call === undefined) return 'nobody to ask';
        const { content } = await call.createMessage({
          messages: [{ role: 'user', content: { type: 'text', text: 'Well?' } }],
          maxTokens: 10,
        });
        return content;
      },
    }),
  );
  return registry;
}

export function createPrompts(): PromptRegistry {
  return new PromptRegistry()
    .addPrompt('greet', 'Greet {name} in {language}.')
    .addPrompt('plain', 'Say hello.')
    .addPrompt(
      'review',
      ({ code, tone = 'kind' }: { code: string; tone?: string }) => `Review ${code}, ${tone}.`,
    );
}
