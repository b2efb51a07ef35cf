import { findByPrefix } from './find-facts.js';

describe('findByPrefix', () => {
  const table = { 'gpt-4': 'four', 'gpt-4-turbo': 'turbo', 'gpt-5.': 'five and more', 'gpt-6-': 'six' };

  it.each([
    ['gpt-4', 'four'],
    ['gpt-4-0613', 'four'],
    ['gpt-4-turbo-preview', 'turbo'],
    ['gpt-4:latest', 'four'],
    ['gpt-4@2026', 'four'],
    ['gpt-5.4', 'five and more'],
    ['gpt-6-mini', 'six'],
    ['gpt-45', undefined],
    ['gpt-5', undefined],
    ['toString', undefined],
    ['', undefined],
  ])('finds for %j %j', (model, found) => {
    expect(findByPrefix(table, model)).toBe(found);
  });
});
