import { effective } from './settings.js';

const AGENT = {
  name: 'desk',
  description: '',
  tools: ['look', 'send'],
  model: 'first',
  systemPrompt: 'Be brief.',
};

// K6
it.each([
  [{}, {}],
  [{ model: '', systemPrompt: 'Be brief.', tools: ['look', 'send'] }, {}],
  [{ model: ' first ' }, {}],
  [{ model: ' second ' }, { model: 'second' }],
  [{ systemPrompt: '' }, { systemPrompt: '' }],
  [{ temperature: 0 }, { temperature: 0 }],
  [{ tools: [] }, { tools: [] }],
  // The program no longer has a chosen tool.
  [{ tools: ['look', 'gone'] }, {}],
  [{ tools: ['gone'] }, {}],
])('of %j, %j differs from the agent', (settings, expected) => {
  expect(effective(settings, AGENT)).toEqual(expected);
});
