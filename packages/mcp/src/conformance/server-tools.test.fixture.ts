import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject, ObjectSchema, ToolContext, ToolSpec } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { findMcpCall, type McpCall } from '../server/mcp-call.js';
import type { ServedTools } from '../server/served-tools.js';
import { createTaskTools } from './task-tools.test.fixture.js';

/** The tools that the conformance suite expects, with their names and results. */
export function createConformanceTools(): ServedTools {
  const registry = new ToolRegistry();
  for (const tool of [...plainTools(), ...askingTools(), ...statelessTools(), ...createTaskTools()])
    registry.register(tool);
  const change = make('test_trigger_tool_change', () => {
    if (!registry.unregister('extra')) registry.register(make('extra', () => 'extra'));
    return 'changed';
  });
  registry.register(change);
  return {
    listTools: () => registry.listTools().map(withKeywords),
    execute: async (name, args, execution) => {
      // A registry reports every failure as a result.
      if (name === 'protocol_error_job') throw new Error('The server failed.');
      return registry.execute(name, args, execution);
    },
    onChange: (listener) => registry.onChange(listener),
  };
}

/** The registry does not know these keywords, but a server may send them. */
function withKeywords(spec: ToolSpec): ToolSpec {
  if (spec.name === 'route') {
    const region = { type: 'string' as const, 'x-mcp-header': 'Region' };
    return { ...spec, parameters: { ...spec.parameters, properties: { region } } };
  }
  const { $defs } = spec.parameters;
  if ($defs?.address === undefined) return spec;
  const address = { ...$defs.address, $anchor: 'addressDef' };
  return { ...spec, parameters: { ...spec.parameters, $defs: { ...$defs, address } } };
}

type Run = (args: Record<string, string>, context: ToolContext) => unknown;

function make(name: string, fn: Run, parameters: ObjectSchema = { type: 'object', properties: {} }) {
  return new FunctionTool({ name, description: `Does ${name}.`, parameters, fn });
}

function needs(name: string): ObjectSchema {
  return { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] };
}

function plainTools() {
  const done: Run = () => 'done';
  return [
    make('test_simple_text', () => 'This is a simple text response for testing.'),
    make('route', ({ region }) => `to ${region}`, needs('region')),
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
        address: {
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [needs('phone'), needs('email')] }],
      // Not among our keywords, but sent as they are.
      ...{
        if: {
          type: 'object',
          properties: { contactMethod: { const: 'phone' } },
          required: ['contactMethod'],
        },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: needs('phone'),
        else: needs('email'),
      },
      additionalProperties: false,
    }),
    make('test_logging_tool', (_, { log }) => {
      log('Not wanted.');
      return 'logged';
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

/** Tools for the revision 2026-07-28. */
function statelessTools() {
  const name = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const confirm = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };
  const greet = async (context: ToolContext): Promise<string> => {
    const { content } = await callOf(context).elicit({
      message: 'What is your name?',
      requestedSchema: name,
      key: 'user_name',
    });
    return `Hello, ${content?.name}!`;
  };
  const ask = async (context: ToolContext, text: string): Promise<string> => {
    const { content } = await callOf(context).createMessage({
      messages: [{ role: 'user', content: { type: 'text', text } }],
      maxTokens: 100,
    });
    return JSON.stringify(content);
  };
  const roots = async (context: ToolContext): Promise<string> => (await callOf(context).listRoots()).join();
  const state: Run = async (_, context) => {
    await callOf(context).elicit({ message: 'Please confirm', requestedSchema: confirm });
    return 'state-ok';
  };
  return [
    make('test_missing_capability', (_, context) => ask(context, 'Well?')),
    make('test_streaming_elicitation', (_, context) => greet(context)),
    make('test_input_required_result_elicitation', (_, context) => greet(context)),
    make('test_input_required_result_sampling', (_, context) =>
      ask(context, 'What is the capital of France?'),
    ),
    make('test_input_required_result_list_roots', (_, context) => roots(context)),
    make('test_input_required_result_request_state', state),
    make('test_input_required_result_tampered_state', state),
    make('test_input_required_result_multiple_inputs', async (_, context) =>
      (await Promise.all([greet(context), ask(context, 'Generate a greeting'), roots(context)])).join(),
    ),
    make('test_input_required_result_multi_round', async (_, context) => {
      await callOf(context).elicit({ message: 'Step 1: What is your name?', requestedSchema: name });
      return `Done: ${await greet(context)}`;
    }),
    make('test_input_required_result_capabilities', (_, context) =>
      callOf(context).clientCapabilities.elicitation === undefined ? ask(context, 'Well?') : greet(context),
    ),
  ];
}
