import type { BuiltInPolicy } from './built-in-policy.js';
import type { Policy, PolicyHook } from './policy.js';
import type { LateAnswer } from './verdict.js';

/** Sorts policies, given from the model outwards, into the order in which each hook asks them. */
export function sortByHook(outward: readonly Policy[]): Record<PolicyHook, readonly Policy[]> {
  const having = (hook: PolicyHook): Policy[] => outward.filter((policy) => policy[hook] !== undefined);
  const inward = (hook: PolicyHook): Policy[] => having(hook).reverse();
  return {
    onInput: inward('onInput'),
    beforeModel: inward('beforeModel'),
    afterModel: having('afterModel'),
    beforeTool: inward('beforeTool'),
    afterTool: having('afterTool'),
    onOutput: having('onOutput'),
  };
}

/** The answer of a policy to an ordinary call. */
export interface OwnAnswer {
  readonly policy: Policy;
  readonly answer: LateAnswer;
}

/** Returns the answers to ordinary calls, in the order in which the policies are asked. */
export function ordinaryAnswers(
  builtIn: readonly BuiltInPolicy[],
  given: readonly Policy[],
): readonly OwnAnswer[] | undefined {
  if (given.some(({ beforeTool }) => beforeTool !== undefined)) return undefined;
  const answers: OwnAnswer[] = [];
  for (let index = builtIn.length - 1; index >= 0; index--) {
    const policy = builtIn[index] as BuiltInPolicy; // the index is within the list
    if (policy.ordinary === undefined) return undefined;
    for (const answer of policy.ordinary) answers.push({ policy, answer });
  }
  return answers;
}

/** Whether a policy sees text before it is shown. */
export function holdsText({ streaming, afterModel, onOutput }: Policy): boolean {
  return streaming !== 'show' && (afterModel !== undefined || onOutput !== undefined);
}

/** Whether a policy sees calls, their results or error messages. */
export function seesCalls({ afterModel, beforeTool, afterTool, cleanText }: Policy): boolean {
  return [afterModel, beforeTool, afterTool, cleanText].some((hook) => hook !== undefined);
}
