import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject, ObjectSchema, ToolContext } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { findMcpCall, type McpCall } from '../server/mcp-call.js';

/** The tools that the conformance suite expects, with their names and results. */
export function createConformanceTools(): ToolRegistry {
  const registry = new ToolRegistry();
  for (const tool of [...plainTools(), ...askingTools()]) registry.register(tool);
  return registry;
}

type Run = (args: Record<string, string>, context: ToolContext) => unknown;

function make(name: string, fn: Run, parameters: ObjectSchema = { type: 'object', properties: {} }) {
  return new FunctionTool({ name, description: `Does ${name}.`, parameters, fn });
}

function plainTools() {
  const done: Run = () => 'done';
  return [
    make('test_simple_text', () => 'This is a simple text response for testing.'),
    make('test_image_content', done),
    make('test_audio_content', done),
    make('test_embedded_resource', done),
    make('test_multiple_content_types', done),
    make('test_error_handling', () => {
      throw new Error('This tool intentionally returns an error for testing');
    }),
    make('test_tool_with_logging', async (_, { log }) => {
      for (const text of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        log(text);
        await sleep(50);
      }
      return 'logged';
    }),
    make('test_tool_with_progress', async (_, { progress }) => {
      for (const done of [0, 50, 100]) {
        progress({ progress: done, total: 100 });
        await sleep(50);
      }
      return 'progressed';
    }),
    make('test_reconnection', async (_, context) => {
      callOf(context).releaseConnection?.();
      await sleep(100);
      return 'reconnected';
    }),
    make('json_schema_2020_12_tool', done, {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
      },
      properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    }),
  ];
}

function askingTools() {
  const text = (name: string): ObjectSchema => ({
    type: 'object',
    properties: { [name]: { type: 'string' } },
    required: [name],
  });
  const form = (name: string, properties: JsonObject) =>
    make(name, (_, context) => elicit(context, 'Please answer.', { type: 'object', properties }));
  const username = {
    type: 'object',
    properties: { username: { type: 'string' }, email: { type: 'string' } },
  };
  return [
    make(
      'test_sampling',
      async ({ prompt = '' }, context) => {
        const content = { type: 'text' as const, text: prompt };
        const { content: answer } = await callOf(context).createMessage({
          messages: [{ role: 'user', content }],
          maxTokens: 100,
        });
        return `LLM response: ${JSON.stringify(answer)}`;
      },
      text('prompt'),
    ),
    make(
      'test_elicitation',
      ({ message = '' }, context) => elicit(context, message, username),
      text('message'),
    ),
    form('test_elicitation_sep1034_defaults', {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
    form('test_elicitation_sep1330_enums', ENUMS),
  ];
}

const OPTIONS = ['option1', 'option2', 'option3'];
const TITLED = [
  { const: 'value1', title: 'First' },
  { const: 'value2', title: 'Second' },
  { const: 'value3', title: 'Third' },
];
const ENUMS: JsonObject = {
  untitledSingle: { type: 'string', enum: OPTIONS },
  titledSingle: { type: 'string', oneOf: TITLED },
  legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
  untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
  titledMulti: { type: 'array', items: { anyOf: TITLED } },
};

async function elicit(context: ToolContext, message: string, requestedSchema: JsonObject): Promise<string> {
  const { action, content } = await callOf(context).elicit({ message, requestedSchema });
  return `Elicitation completed: action=${action}, content=${JSON.stringify(content)}`;
}

function callOf(context: ToolContext): McpCall {
  const call = findMcpCall(context);
  if (call === undefined) throw new Error('There is no client to ask.');
  return call;
}
