import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findFacts } from '../../models/find-facts.js';
import { PROVIDERS } from '../../providers/providers.js';
import { GOOGLE_MODELS } from './models.js';

const factsOf = (name: string) => findFacts(GOOGLE_MODELS, name) ?? GOOGLE_MODELS.unknown;

const require = createRequire(import.meta.url);

/** The names of models for text in the SDK's own list. */
function sdkModels(): string[] {
  const file = join(dirname(require.resolve('@google/genai')), 'node.d.ts');
  const names = readFileSync(file, 'utf8').match(/(?<=")gemini-[a-z0-9.-]+(?=")/g) ?? [];
  // Models for robots, speech, music and images are not for text.
  return [...new Set(names)].filter((name) => !/robotics|omni|banana|tts|live|transcribe/.test(name));
}

// A11, D5
describe("the facts about Google's models", () => {
  it('cover every name in the SDK', () => {
    const names = sdkModels();
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => PROVIDERS.google.findFacts(name) === undefined)).toEqual([]);
  });

  it.each([
    ['gemini-2.0-flash-001', { thinking: 'none', reasoning: false, wantsSignatures: false }],
    ['gemini-2.5-pro', { thinking: 'budget', efforts: ['minimal', 'low', 'medium', 'high'] }],
    ['gemini-2.5-flash-lite', { thinking: 'budget', defaultEffort: 'none' }],
    ['gemini-2.5-flash-image', { tools: false, reasoning: false }],
    ['gemini-3-pro-preview', { thinking: 'level', efforts: ['low', 'high'], wantsSignatures: true }],
    ['gemini-3-flash-preview', { efforts: ['minimal', 'low', 'medium', 'high'] }],
    ['models/gemini-4-argon', { thinking: 'level', images: true }],
    ['gemini-of-tomorrow', { tools: true, images: false, reasoning: false, wantsSignatures: true }],
  ])('distinguish %s from similar names', (model, facts) => {
    expect(factsOf(model)).toMatchObject(facts);
  });

  it('never combine JSON with tools', () => {
    expect(factsOf('gemini-3.8-flash')).toMatchObject({ jsonMode: true, jsonModeWithTools: false });
  });
});
