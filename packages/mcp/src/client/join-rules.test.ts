import fc from 'fast-check';
import type { RemoteToolInfo, SharedOptions } from './connect-options.js';
import { joinRules } from './join-rules.js';

const NAMES = ['read', 'write', 'erase'];
const info = (name: string): RemoteToolInfo => ({
  name,
  title: undefined,
  description: '',
  readOnly: name === 'read',
  destructive: name === 'erase',
});

type Rule = SharedOptions['needsApproval'];
const test = (rule: Rule, fallback: boolean) => (name: string) => {
  if (rule === undefined || typeof rule === 'boolean') return rule ?? fallback;
  return typeof rule === 'function' ? rule(info(name)) : rule.includes(name);
};

const names = fc.subarray(NAMES);
const code = fc.subarray(NAMES).map((some) => (tool: RemoteToolInfo) => some.includes(tool.name));
const allow = fc.option(fc.oneof(names, code), { nil: undefined });
const approval = fc.option(fc.oneof(names, code, fc.boolean()), { nil: undefined });

it('allows what both allow, and requires approval if either does', () => {
  fc.assert(
    fc.property(allow, allow, approval, approval, (allow, otherAllow, needsApproval, otherApproval) => {
      const joined = joinRules({ allow, needsApproval }, { allow: otherAllow, needsApproval: otherApproval });
      for (const name of NAMES) {
        expect(test(joined.allow, true)(name)).toBe(test(allow, true)(name) && test(otherAllow, true)(name));
        expect(test(joined.needsApproval, false)(name)).toBe(
          test(needsApproval, false)(name) || test(otherApproval, false)(name),
        );
      }
    }),
  );
});

it('joins two lists into a list, which providers can read', () => {
  expect(
    joinRules({ allow: ['a', 'b'], needsApproval: ['a'] }, { allow: ['b', 'c'], needsApproval: ['b', 'a'] }),
  ).toEqual({
    allow: ['b'],
    needsApproval: ['a', 'b'],
  });
});
