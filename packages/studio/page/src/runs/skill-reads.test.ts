import { SKILL_TAG } from '@toolwright/contract';
import type { Step, ToolStep } from '../../../src/timeline/step.js';
import { skillFileOf } from './skill-reads.js';

const read: ToolStep = {
  id: 1,
  run: { runId: 'r', agent: 'desk' },
  startedAt: 0,
  kind: 'tool',
  callId: 'c',
  name: 'refunds',
  arguments: '{}',
  tags: ['office', SKILL_TAG],
  inner: [],
  logs: [],
  progress: [],
  outcome: { result: 'Ask for the number.', error: null },
};

// N4
it.each<[string, string | undefined, Partial<ToolStep>]>([
  ['a skill that is a tool', 'refunds/SKILL.md', {}],
  ['a skill', 'mail/SKILL.md', { name: 'readSkill', arguments: '{"name":"mail"}' }],
  ['a file', 'mail/a.md', { name: 'readSkillFile', arguments: '{"skill":"mail","path":"a.md"}' }],
  ['arguments of a damaged log', 'refunds/SKILL.md', { arguments: '{"skill":{"toString":1},"path":[]' }],
  ['arguments of another form', 'refunds/SKILL.md', { arguments: '{"skill":{"toString":1},"path":[1]}' }],
  ['a call that failed', undefined, { outcome: { result: null, error: 'There is no such file.' } }],
  ['a tool of the same name without the tag', undefined, { name: 'readSkill', tags: [] }],
])('names the file of %s', (_name, file, change) => {
  const step: Step = { ...read, ...change };
  expect(skillFileOf(step)).toBe(file);
});

it('names no file of a call that has not finished', () => {
  const { outcome: _, ...open } = read;
  expect(skillFileOf(open)).toBeUndefined();
});
