// L6
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agent } from '@toolwright/core';
import { type ScriptReply, type ScriptRequest, scriptedModel } from '@toolwright/llm/testing';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import {
  calls,
  contains,
  defineEval,
  type Eval,
  type EvalBudget,
  type EvalCase,
  mutateTexts,
  printTexts,
} from '../index.js';

const folder = mkdtempSync(path.join(tmpdir(), 'toolwright-mutate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let runs = 0;

function registry() {
  const add = (name: string, description: string, properties: Readonly<Record<string, object>>) =>
    new FunctionTool({
      ...{ name, description, parameters: { type: 'object', properties: { ...properties } } },
      fn: (args: object) => JSON.stringify(args),
    });
  const text = (description?: string) => ({
    type: 'string',
    ...(description !== undefined && { description }),
  });
  return new ToolRegistry()
    .register(
      add('lookup', 'Finds the weather of a city.', {
        place: text('A city.'),
        unit: text('Celsius or Fahrenheit.'),
      }),
    )
    .register(add('note', 'Writes a note.', { text: text() }))
    .register(add('unused', 'Opens a window.', { room: text('A room.') }));
}

/** A model that reads: it looks for the tool whose description fits, and for the parameter whose text does. */
function readingModel() {
  const reply = ({ tools, messages }: ScriptRequest): string | ScriptReply => {
    const asked = String(messages.findLast(({ role }) => role === 'user')?.content);
    if (messages.at(-1)?.role === 'tool')
      return {
        text: `Done: ${String(messages.at(-1)?.content)}`,
        usage: { inputTokens: 100, outputTokens: 10 },
      };
    if (asked.startsWith('Note'))
      return { toolCalls: [{ name: tools[1]?.name ?? '', arguments: { text: asked } }] };
    const tool = tools.find(({ description }) => description.includes('weather'));
    const properties = Object.entries(tool?.parameters.properties ?? {});
    const [place] = properties.find(([, schema]) => JSON.stringify(schema).includes('city')) ?? [];
    return tool === undefined || place === undefined
      ? 'I cannot help.'
      : { toolCalls: [{ name: tool.name, arguments: { [place]: 'Oslo' } }] };
  };
  return scriptedModel.byInput(() => [reply, reply]);
}

const weather = (
  agent: Eval['agent'],
  settings: { readonly cases?: readonly EvalCase[]; readonly budget?: EvalBudget } = {},
) =>
  defineEval({
    ...{ name: 'weather', agent },
    cases: [
      {
        id: 'oslo',
        input: 'How is the weather in Oslo?',
        scorers: [calls.exactly(['lookup', { place: 'Oslo' }])],
      },
      { id: 'note', input: 'Note: water the plants.', scorers: [calls.contains('note'), contains('plants')] },
    ],
    ...settings,
  });

const reading: Eval['agent'] = ({ tools }) =>
  new Agent({ llmClient: readingModel(), toolRegistry: tools(registry()) });

describe('mutateTexts', () => {
  it('says which texts the right calls depend on, and what no case uses', async () => {
    const report = await mutateTexts(weather(reading), { folder: path.join(folder, `${++runs}`) });
    expect(report.report.totals).toMatchObject({ passed: 2, failed: 0 });
    expect(
      report.effects.map(({ tool, parameter = '', text, what, cases, before, after }) =>
        [tool, parameter, text, what, cases, before, after].join(' '),
      ),
    ).toEqual([
      'lookup  name removed 1 1 1',
      'lookup  description removed 1 1 0',
      'lookup  description swapped 1 1 0',
      'lookup place description removed 1 1 0',
      'lookup place description swapped 1 1 0',
      'lookup unit description removed 1 1 1',
      // Now two texts speak of a city; the first one is still right.
      'lookup unit description swapped 1 1 1',
      'note  name removed 1 1 1',
      'note  description removed 1 1 1',
      'note  description swapped 1 1 1',
    ]);
    expect(report.coverage).toEqual({
      ...{ tools: 3, parameters: 4 },
      unusedTools: ['unused'],
      unusedParameters: ['lookup.unit'],
    });
    expect(report.notTried).toBe(0);
    const printed = printTexts(report);
    expect(printed.split('\n').slice(2, 5).join('\n')).toMatch(
      /cases +with +without\n +lookup: description removed +1 +100 ?% +0 ?%/,
    );
    expect(printed).toContain('tools that no case calls: unused');
    expect(printed).toContain('parameters that no case uses: lookup.unit');
  });

  it('says so if no text makes a difference, or if the agent does not wrap its tools', async () => {
    const careless = await mutateTexts(
      weather(() => new Agent({ llmClient: readingModel(), toolRegistry: registry() })),
      { folder: path.join(folder, `${++runs}`) },
    );
    expect(careless.coverage.tools).toBe(0);
    expect(printTexts(careless)).toContain('The agent does not wrap its tools');
    const blind = weather(
      ({ tools }) => {
        const steps = [{ toolCalls: [{ name: 'note', arguments: { text: 'x' } }] }, 'Done.'];
        return new Agent({ llmClient: scriptedModel(steps), toolRegistry: tools(registry()) });
      },
      { cases: [{ id: 'note', input: 'Note.', scorers: [calls.recall(['note'], 0)] }] },
    );
    expect(printTexts(await mutateTexts(blind, { folder: path.join(folder, `${++runs}`) }))).toContain(
      'No text makes a difference',
    );
  });

  it('says what it did not try', async () => {
    const limited = weather(reading, { budget: { tokens: 300 } });
    const report = await mutateTexts(limited, { folder: path.join(folder, `${++runs}`) });
    expect(report.report.totals).toMatchObject({ passed: 2, skipped: 0 });
    expect(printTexts(report)).toContain(`${report.notTried} changes were not tried`);
    expect(report.notTried).toBeGreaterThan(0);
  });
});
