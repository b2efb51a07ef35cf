import { isRecord, shortenText, ToolwrightError } from '@toolwright/contract';
import type { Policy, PolicyHook } from './policy.js';

/** A verdict with the one thing that it says. */
export type ReadVerdict = {
  readonly [Key in keyof Members]: { readonly kind: Key; readonly value: Members[Key] };
}[keyof Members];

interface Members {
  readonly change: unknown;
  readonly answer: unknown;
  readonly askApproval: true | string;
  readonly refuse: string;
  readonly end: string;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';

/** What each hook may return, and of which kind. */
const VERDICTS: Readonly<Record<PolicyHook, Partial<Record<keyof Members, Check>>>> = {
  onInput: { change: (value) => isRecord(value) && value.role === 'user', refuse: isText, end: isText },
  beforeModel: {
    change: (value) =>
      isRecord(value) &&
      Array.isArray(value.messages) &&
      Array.isArray(value.tools) &&
      isRecord(value.options),
    answer: (value) => isText(value) || isRecord(value),
    end: isText,
  },
  afterModel: { change: isRecord, end: isText },
  beforeTool: {
    change: isRecord,
    answer: (value) => typeof value === 'function' || isOutcome(value),
    askApproval: (value) => value === true || isText(value),
    refuse: isText,
    end: isText,
  },
  afterTool: { change: isOutcome, refuse: isText, end: isText },
  onOutput: { change: (value) => isRecord(value) && isText(value.text), refuse: isText, end: isText },
};

/**
 * Reads what a hook returned; policies in plain JavaScript may return anything.
 * @throws ToolwrightError `CALLBACK_FAILED` for anything but one verdict of this hook
 */
export function readVerdict(policy: Policy, hook: PolicyHook, given: unknown): ReadVerdict {
  const checks = VERDICTS[hook];
  const keys = isRecord(given) ? Object.keys(given).filter((key) => given[key] !== undefined) : [];
  const [kind] = keys;
  if (isRecord(given) && kind !== undefined && keys.length === 1) {
    const value = given[kind];
    const check = Object.hasOwn(checks, kind) ? checks[kind as keyof Members] : undefined; // an own key
    // Checked to be one of the members, with a value of its kind.
    if (check?.(value)) return { kind, value } as ReadVerdict;
  }
  throw noVerdict(policy, hook, isRecord(given) ? `{ ${keys.join(', ')} }` : showValue(given));
}

/** The error for a policy that returned something that no run can use. */
export function noVerdict({ name }: Policy, hook: PolicyHook, what: string): ToolwrightError {
  return new ToolwrightError(
    'CALLBACK_FAILED',
    `The policy '${name}' returned ${what} from '${hook}', which is not a verdict of this hook.`,
    {
      blame: 'developer',
      hint: `Return nothing to let the value through, or an object with one of: ${Object.keys(VERDICTS[hook]).join(', ')}.`,
    },
  );
}

export function isOutcome(value: unknown): boolean {
  return isRecord(value) && ('result' in value || 'error' in value);
}

/** A value that is no object, in short. */
export function showValue(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return shortenText(String(value), 100);
}
