import * as prompts from './index.js';

it('exports what it promises', () => {
  expect(Object.keys(prompts).sort()).toEqual(['Prompt', 'PromptRegistry', 'checkTags', 'escapeTemplate']);
});
