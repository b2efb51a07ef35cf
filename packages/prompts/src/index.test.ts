import * as prompts from './index.js';

it('exports exactly the documented names', () => {
  expect(Object.keys(prompts).sort()).toEqual(['Prompt', 'PromptRegistry', 'checkTags', 'escapeTemplate']);
});
