import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { workspaceSources } from '../../../scripts/workspace-sources.mjs';
import * as toolwright from './index.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

it('exports exactly what is documented', () => {
  expect(Object.keys(toolwright).sort()).toEqual([
    'Agent',
    'AgentBase',
    'AgentCallError',
    'AgentRegistry',
    'AnthropicClient',
    'CatalogueModel',
    'Dialog',
    'FunctionTool',
    'GoogleClient',
    'GroqClient',
    'Memory',
    'Model',
    'OllamaClient',
    'OpenAIClient',
    'Prompt',
    'PromptRegistry',
    'RunStream',
    'ToolRegistry',
    'ToolwrightError',
    'agent',
    'agentCall',
    'agents',
    'binaryClassify',
    'buildAgent',
    'classify',
    'combineLoggers',
    'costOf',
    'createClient',
    'createConsoleLogger',
    'createDebugLogger',
    'createJsonLogger',
    'createMessage',
    'createTelemetryLogger',
    'createTranscriptLogger',
    'dropOldest',
    'escapeTemplate',
    'estimateTokens',
    'isToolwrightError',
    'nativeProtocol',
    'parseOutput',
    'parsers',
    'presets',
    'reasoningJsonProtocol',
    'summarize',
    'tool',
    'typedSchema',
    'xmlProtocol',
  ]);
});

describe('importing toolwright', () => {
  it('loads no compiler and no provider SDK', async () => {
    const loaded = await loadedBy('packages/toolwright/src/index.ts');
    // So that the check can fail: what is imported statically is seen.
    expect(loaded).toContain('chalk');
    expect(loaded).toContain('packages/logger/src/index.ts');
    const forbidden =
      /^(openai|groq-sdk|ollama|ts-morph|typescript|commander|reflect-metadata|@anthropic-ai|@google|@opentelemetry)|tools-codegen/;
    expect(loaded.filter((module) => forbidden.test(module))).toEqual([]);
  });

  it('is not what the command line does before it knows the command', async () => {
    const loaded = await loadedBy('packages/toolwright/src/cli/process/run-process.ts');
    expect(loaded).toContain('commander');
    const heavy =
      /^(openai|ajv|chalk|ts-morph)|tools-codegen|packages\/(core|llm|logger|prompts|schema|tools)\//;
    expect(loaded.filter((module) => heavy.test(module))).toEqual([]);
  });
});

/** Sources and packages that are loaded together with a module: what it imports statically, and so on. */
async function loadedBy(entry: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    plugins: [
      workspaceSources(),
      {
        name: 'others-stay-outside',
        setup({ onResolve }) {
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' ? null : { path, external: true },
          );
        },
      },
    ],
  });
  const loaded = new Set<string>();
  collect(entry, metafile.inputs, loaded);
  return [...loaded];
}

function collect(module: string, inputs: Metafile['inputs'], loaded: Set<string>): void {
  if (loaded.has(module)) return;
  loaded.add(module);
  for (const { path, kind } of inputs[module]?.imports ?? []) {
    if (kind === 'import-statement') collect(path, inputs, loaded);
  }
}
