import { describeValue, isRecord, ToolwrightError } from '@toolwright/contract';
import { isMessage } from '../memory/is-message.js';
import type { Policy, PolicyHook } from './policy.js';

/** The only member of a verdict. */
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

interface Check {
  readonly is: (value: unknown) => boolean;
  /** A description of valid values. */
  readonly what: string;
}

const REASON: Check = { is: (value) => typeof value === 'string', what: 'a string with the reason' };

/** The verdicts that each hook may return, with a check of their values. */
const VERDICTS: Readonly<Record<PolicyHook, Partial<Record<keyof Members, Check>>>> = {
  onInput: {
    change: {
      is: (value) => isMessage(value) && value.role === 'user',
      what: "a user message, such as { role: 'user', content: 'Hello' }",
    },
    refuse: REASON,
    end: REASON,
  },
  beforeModel: {
    change: {
      is: (value) =>
        isRecord(value) &&
        Array.isArray(value.messages) &&
        Array.isArray(value.tools) &&
        isRecord(value.options),
      what: 'a request: { messages, tools, options }',
    },
    answer: { is: (value) => typeof value === 'string' || isRecord(value), what: 'a string or a response' },
    end: REASON,
  },
  afterModel: { change: { is: isRecord, what: 'a response' }, end: REASON },
  beforeTool: {
    change: { is: isRecord, what: 'an object of arguments' },
    answer: {
      is: (value) => typeof value === 'function' || isOutcome(value),
      what: 'an outcome, { result, error: null } or { result: null, error }, or a function that returns one',
    },
    askApproval: { is: (value) => value === true || typeof value === 'string', what: 'true or a reason' },
    refuse: REASON,
    end: REASON,
  },
  afterTool: {
    change: { is: isOutcome, what: 'an outcome: { result, error: null } or { result: null, error }' },
    refuse: REASON,
    end: REASON,
  },
  onOutput: {
    change: {
      is: (value) => isRecord(value) && typeof value.text === 'string',
      what: 'an answer: { text, … }',
    },
    refuse: REASON,
    end: REASON,
  },
};

/**
 * Validates the return value of a hook, which may be anything in plain JavaScript.
 * @throws ToolwrightError `CALLBACK_FAILED` for anything other than exactly one verdict of this hook
 */
export function readVerdict(policy: Policy, hook: PolicyHook, given: unknown): ReadVerdict {
  const checks = VERDICTS[hook];
  const keys = isRecord(given) ? Object.keys(given).filter((key) => given[key] !== undefined) : [];
  const [kind] = keys;
  if (isRecord(given) && kind !== undefined && keys.length === 1) {
    const value = given[kind];
    const check = Object.hasOwn(checks, kind) ? checks[kind as keyof Members] : undefined; // an own key
    // The kind and its value have been checked.
    if (check?.is(value)) return { kind, value } as ReadVerdict;
    if (check !== undefined) throw wrongValue(policy, hook, kind, value, check);
  }
  throw noVerdict(policy, hook, isRecord(given) ? `{ ${keys.join(', ')} }` : describeValue(given));
}

/** Creates the error for a verdict with an invalid value. */
function wrongValue(
  { name }: Policy,
  hook: PolicyHook,
  kind: string,
  value: unknown,
  { what }: Check,
): ToolwrightError {
  const message = `The policy '${name}' returned { ${kind} } from '${hook}', where '${kind}' is ${describeValue(value)}; ${WRONG}.`;
  return new ToolwrightError('CALLBACK_FAILED', message, {
    blame: 'developer',
    hint: `'${kind}' must be ${what}.`,
  });
}

const WRONG = 'that is not a verdict of this hook';

/** Creates the error for a policy that returned an invalid value. */
export function noVerdict({ name }: Policy, hook: PolicyHook, what: string): ToolwrightError {
  return new ToolwrightError(
    'CALLBACK_FAILED',
    `The policy '${name}' returned ${what} from '${hook}', which is not a verdict of this hook.`,
    {
      blame: 'developer',
      hint: `Return nothing to accept the value, or an object with one of: ${Object.keys(VERDICTS[hook]).join(', ')}.`,
    },
  );
}

export function isOutcome(value: unknown): boolean {
  return isRecord(value) && ('result' in value || 'error' in value);
}
