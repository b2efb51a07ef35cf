import type { RemoteToolInfo, SharedOptions } from './connect-options.js';

type Rules = Pick<SharedOptions, 'allow' | 'needsApproval'>;
type Names = readonly string[];
type Test = (tool: RemoteToolInfo) => boolean;

/** Combines two sets of rules: a tool must be allowed by both, and needs approval if either requires it. */
export function joinRules(one: Rules, other: Rules): Rules {
  return {
    allow: joinAllow(one.allow, other.allow),
    needsApproval: joinApproval(one.needsApproval, other.needsApproval),
  };
}

function joinAllow(one: Rules['allow'], other: Rules['allow']): Rules['allow'] {
  if (one === undefined || other === undefined) return one ?? other;
  if (isNames(one) && isNames(other)) return one.filter((name) => other.includes(name));
  const [a, b] = [toTest(one), toTest(other)];
  return (tool) => a(tool) && b(tool);
}

function joinApproval(one: Rules['needsApproval'], other: Rules['needsApproval']): Rules['needsApproval'] {
  if (one === undefined || other === undefined) return one ?? other;
  if (one === true || other === true) return true;
  if (one === false || other === false) return one === false ? other : one;
  if (isNames(one) && isNames(other)) return [...new Set([...one, ...other])];
  const [a, b] = [toTest(one), toTest(other)];
  return (tool) => a(tool) || b(tool);
}

function toTest(rule: Names | Test): Test {
  return isNames(rule) ? ({ name }) => rule.includes(name) : rule;
}

/** A type guard, because `Array.isArray` does not narrow to a readonly array. */
function isNames(rule: Names | Test): rule is Names {
  return typeof rule !== 'function';
}
