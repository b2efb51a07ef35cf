import { findDraft, keepDraft } from './drafts.js';

it('keeps a draft for each tool, also of invalid JSON, and only the newest 200', () => {
  keepDraft('first', { args: { city: 'Oslo' } });
  keepDraft('second', { args: {}, json: '{"city": ' });
  keepDraft('first', { args: { city: 'Rome' } });
  for (let index = 0; index < 199; index++) keepDraft(`tool ${index}`, { args: { index } });
  expect(findDraft('first')).toEqual({ args: { city: 'Rome' } });
  expect(findDraft('second')).toBeUndefined();
  keepDraft('second', { args: {}, json: '{"city": ' });
  expect(findDraft('second')).toEqual({ args: {}, json: '{"city": ' });
  expect(findDraft('first')).toBeUndefined();
  expect(findDraft('__proto__')).toBeUndefined();
});
