import { scriptedModel } from '@toolwright/llm/testing';
import { AGENT_DEFAULTS } from '../base/agent-defaults.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { captureStderr } from '../capture-stderr.test.support.js';
import { decision } from '../protocols/wording.test.support.js';
import { Agent } from './agent.js';
import { presets } from './presets.js';
import { readConfig } from './read-config.js';

const llmClient = scriptedModel([]);

// B8
describe('the defaults of an agent', () => {
  it('are all in one place', () => {
    const { now, newId, ...plain } = AGENT_DEFAULTS;
    expect(plain).toEqual({
      name: 'agent',
      introduce: true,
      description: '',
      maxIterations: 10,
      maxHistory: 100,
      maxDepth: 5,
      onLimit: 'stop',
      onFailure: 'return',
      dedupe: 'off',
      toolConcurrency: 8,
      toolTimeoutMs: 60_000,
      verbose: false,
      enableLogging: false,
    });
    expect(Math.abs(now() - Date.now())).toBeLessThan(1_000);
    expect(newId()).not.toBe(newId());
  });

  it('apply to everything that is not configured', () => {
    const { verbose, enableLogging, maxHistory, ...rest } = AGENT_DEFAULTS;
    const settings = readConfig({ llmClient });
    expect(settings.tools.listTools()).toEqual([]);
    expect(settings).toMatchObject({ ...rest, client: llmClient, budget: {}, request: {} });
    expect([settings.logger, settings.price, settings.compaction, settings.afterTools]).toEqual(
      Array(4).fill(undefined),
    );
    expect(settings.protocol.name).toBe('native');
    expect(new Agent({ llmClient }).getMemoryState().maxHistory).toBe(maxHistory);
    expect([verbose, enableLogging]).toEqual([false, false]);
  });

  it('are overridden by the configuration', () => {
    const said = {
      name: 'x',
      description: 'y',
      maxIterations: 3,
      toolTimeoutMs: 9,
      dedupe: 'per-run',
    } as const;
    expect(readConfig({ llmClient, ...said, temperature: 0 })).toMatchObject({
      ...said,
      request: { temperature: 0 },
    });
  });
});

// B9
describe('verbose', () => {
  const steps = [
    decision({ thought: 'I have to look.', tool_name: 'look', tool_input: { at: 'sky' } }),
    decision({ thought: 'I saw it.', action: 'respond', response: 'Blue.' }),
  ];
  const config = { ...presets.reasoning, toolRegistry: stubTools({ look: () => 'it is blue' }) };

  it('writes the transcript of a run', async () => {
    const runtime = { now: () => 0 };
    const agent = new Agent({
      ...config,
      runtime,
      name: 'eye',
      verbose: true,
      llmClient: scriptedModel(steps),
    });
    const text = await captureStderr(() => agent.run('Which colour?'));
    const lines = text.split('\n').filter((line) => !line.startsWith('═'));
    expect(lines).toEqual([
      'Query: Which colour?',
      'Iteration 1/10',
      'Thought: I have to look.',
      'Action: tool',
      'Tool: look',
      'Input: {"at":"sky"}',
      'Result: it is blue',
      'Iteration 2/10',
      'Thought: I saw it.',
      'Action: respond',
      'Response: Blue.',
      'Status: completed',
      'Iterations: 2',
      'Tool calls: 1',
      'Duration: 0 ms',
      'Final response: as above',
      '',
    ]);
    expect(text).toMatch(/^══ eye ═+\nQuery: Which colour\?\n═+\n/);
  });

  it('is silent by default, and if the agent has its own logger', async () => {
    const types: string[] = [];
    const logger = { log: ({ type }: { type: string }) => types.push(type) };
    const silent = await captureStderr(async () => {
      await new Agent({ ...config, llmClient: scriptedModel(steps) }).run('go');
      await new Agent({ ...config, verbose: true, logger, llmClient: scriptedModel(steps) }).run('go');
    });
    expect(silent).toBe('');
    expect(types[0]).toBe('run-start');
  });
});
