import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findFacts } from '../../models/find-facts.js';
import { PROVIDERS } from '../../providers/providers.js';
import { ANTHROPIC_MODELS } from './models.js';

const factsOf = (name: string) => findFacts(ANTHROPIC_MODELS, name) ?? ANTHROPIC_MODELS.unknown;

const require = createRequire(import.meta.url);

/** The names in the SDK's own type `Model`. */
function sdkModels(): string[] {
  const file = join(dirname(require.resolve('@anthropic-ai/sdk')), 'resources/messages/messages.d.ts');
  const type = /export type Model = ([^;]*);/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  return [...type.matchAll(/'(claude-[^']+)'/g)].map(([, name]) => name ?? '');
}

// A11, D5
describe("the facts about Anthropic's models", () => {
  it('cover every name in the SDK', () => {
    const names = sdkModels();
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => PROVIDERS.anthropic.findFacts(name) === undefined)).toEqual([]);
  });

  it.each([
    ['claude-haiku-4-5-20251001', { thinking: 'budget', thinkingOff: 'unsent', effortParameter: false }],
    ['claude-opus-4-20250514', { thinking: 'budget', strictSchemas: false, maxOutputTokens: 32_000 }],
    ['claude-opus-4-6', { thinking: 'adaptive', temperature: 'without-reasoning', contextTokens: 1_000_000 }],
    ['claude-opus-4-7', { thinking: 'adaptive', temperature: 'never', thinkingOff: 'unsent' }],
    ['claude-opus-5', { thinkingOff: 'disabled', forcedTools: true }],
    ['claude-opus-5-5', { thinkingOff: 'never', forcedTools: false, defaultEffort: 'medium' }],
    ['claude-sonnet-5-5', { thinkingOff: 'between_tools', forcedTools: false }],
    ['claude-fable-5', { thinkingOff: 'never', forcedTools: true }],
    ['claude-3-5-sonnet-latest', { reasoning: false, temperature: 'always', images: true }],
  ])('distinguish %s from similar names', (model, facts) => {
    expect(factsOf(model)).toMatchObject(facts);
  });

  it('assume little about unknown names', () => {
    expect(factsOf('claude-of-tomorrow')).toMatchObject({
      tools: true,
      strictSchemas: false,
      images: false,
      reasoning: false,
      temperature: 'never',
      forcedTools: false,
    });
  });

  it('give every reasoning model an effort', () => {
    for (const { reasoning, efforts = [] } of Object.values(ANTHROPIC_MODELS.models)) {
      expect(reasoning ? efforts.includes('medium') : efforts.length === 0).toBe(true);
    }
  });
});
