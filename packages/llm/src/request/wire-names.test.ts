import type { AssistantMessage, Message, ToolSpec } from '@toolwright/contract';
import { getDialect, type NameRule } from '@toolwright/json-schema';
import fc from 'fast-check';
import { weatherTool } from '../testing/weather-tool.test.support.js';
import { toWireNames, wireName } from './wire-names.js';

const rules = (['openai', 'anthropic', 'gemini', 'groq'] as const).map((name): NameRule => {
  const rule = getDialect(name).limits.toolName?.allowed;
  if (rule === undefined) throw new Error(`${name} has no rule.`);
  return rule;
});
const [openai] = rules;

function tool(name: string): ToolSpec {
  return weatherTool(name, 'A tool.');
}

function said(...names: readonly string[]): AssistantMessage {
  const calls = names.map((name, index) => ({
    id: `call_${index}`,
    type: 'function' as const,
    function: { name, arguments: '{}' },
  }));
  return { role: 'assistant', content: null, tool_calls: calls };
}

function sentFor(tools: readonly ToolSpec[], messages: readonly Message[] = []): string[] {
  return (toWireNames(tools, messages, openai)?.tools ?? tools).map(({ name }) => name);
}

describe('names of tools that a provider refuses', () => {
  it('are replaced, and others stay', () => {
    const tools = [tool('files.read'), tool('files_read'), tool('x'.repeat(65))];
    const names = toWireNames(tools, [], openai);
    expect(names?.tools.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^files_read_x[0-9a-f]{12}$/),
      'files_read',
      expect.stringMatching(/^x{49}_x[0-9a-f]{12}$/),
    ]);
    expect([...(names?.own.values() ?? [])].sort()).toEqual(['files.read', 'x'.repeat(65)]);
    expect(names?.tools[1]).toBe(tools[1]);
    expect(toWireNames([tool('files_read')], [said('files_read')], openai)).toBeUndefined();
    expect(toWireNames([tool('files.read')], [], undefined)).toBeUndefined();
  });

  it('are sent as the same name in each request, whatever other tools there are', () => {
    const [alone] = sentFor([tool('files.read')]);
    expect(alone).toBe('files_read_x8cfc574761af');
    expect(sentFor([tool('b'), tool('files read'), tool('files.read')]).at(-1)).toBe(alone);
    const hello: Message = { role: 'user', content: 'Hello' };
    const history = [hello, said('files.read', 'add'), said('add')];
    // The tool is gone, its calls are not.
    const names = toWireNames([tool('add')], history, openai);
    expect(names?.messages).toEqual([hello, said(alone ?? '', 'add'), said('add')]);
    expect(names?.messages[0]).toBe(hello);
    expect(names?.messages[2]).toBe(history[2]);
  });

  it('cannot be taken by another tool', () => {
    const [wire = ''] = sentFor([tool('files.read')]);
    const tools = [tool('files.read'), tool(wire), tool('files read')];
    const sent = sentFor(tools);
    expect(new Set(sent).size).toBe(3);
    expect(sent[0]).toBe(wire);
    expect(sentFor(tools.toReversed())).toEqual(sent.toReversed());
  });

  it('get names that every provider takes, each its own, and lead back to the tools', () => {
    const names = fc.uniqueArray(fc.oneof(fc.string({ minLength: 1 }), fc.string({ minLength: 60 })), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(names, fc.constantFrom(...rules), (given, rule) => {
        const tools = given.map(tool);
        const wire = toWireNames(tools, [], rule);
        const sent = (wire?.tools ?? tools).map(({ name }) => name);
        expect(new Set(sent).size).toBe(given.length);
        expect(sent.filter((name) => !rule.pattern.test(name))).toEqual([]);
        expect(sent.map((name) => wire?.own.get(name) ?? name)).toEqual(given);
      }),
      { numRuns: 300 },
    );
    expect(wireName('1st.tool')).toMatch(/^_1st_tool_x/);
  });
});
