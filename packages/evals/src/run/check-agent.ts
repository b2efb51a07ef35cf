import {
  describeValue,
  errorMessage,
  isRecord,
  isToolwrightError,
  type RunResult,
  ToolwrightError,
} from '@toolwright/contract';
import type { AttemptStart, Eval } from '../define/define-eval.js';
import type { EvalAgent } from '../define/eval-case.js';

/** Creates the agent of an attempt. @throws ToolwrightError `INVALID_CONFIG`; the code of the error if the function of the eval throws one */
export async function createAgent({ name, agent: create }: Eval, start: AttemptStart): Promise<EvalAgent> {
  const which = `The 'agent' function of the eval '${name}'`;
  let agent: unknown;
  try {
    agent = await create(start);
  } catch (error) {
    const [code, blame] = isToolwrightError(error)
      ? [error.code, error.blame]
      : (['INVALID_CONFIG', 'developer'] as const);
    const message = `${which} threw for the case '${start.caseId}': ${errorMessage(error)}`;
    throw new ToolwrightError(code, message, { blame, cause: error });
  }
  if (isAgent(agent)) return agent;
  const given = isRecord(agent) ? 'an object without run()' : describeValue(agent);
  throw new ToolwrightError(
    'INVALID_CONFIG',
    `${which} returned ${given} for the case '${start.caseId}', but must return an Agent, or an object with run(input, options).`,
    { blame: 'developer' },
  );
}

/** Says what keeps a value from being a RunResult. */
export function findResultProblem(value: unknown): string | undefined {
  if (!isRecord(value))
    return `The agent returned ${describeValue(value)}, but must return a RunResult. ${HINT}`;
  const wrong = MEMBERS.filter(([name, , fits]) => !fits(value[name]));
  if (wrong.length === 0) return undefined;
  const texts = wrong.map(([name, what]) => {
    const given =
      value[name] === undefined ? 'missing' : `${describeValue(value[name])}, but must be ${what}`;
    return `'${name}' is ${given}`;
  });
  return `The agent did not return a RunResult: ${texts.join('; ')}. ${HINT}`;
}

const HINT = 'For agents of other frameworks, see observedAgent.';

const isString = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';

const CALL = 'a list of { name, arguments: text, outcome: { result, error } } whose results are JSON';
/** The members of a RunResult that evals read, and what they must be. */
const MEMBERS: readonly (readonly [keyof RunResult, string, (value: unknown) => boolean])[] = [
  ['runId', 'text', isString],
  ['status', 'text', isString],
  ['finalResponse', 'text', isString],
  ['toolCalls', CALL, (value) => Array.isArray(value) && value.every(isCall)],
  ['errors', 'a list of texts', (value) => Array.isArray(value) && value.every(isString)],
  [
    'usage',
    '{ inputTokens, outputTokens }',
    (value) => isRecord(value) && isNumber(value.inputTokens) && isNumber(value.outputTokens),
  ],
  ['cost', 'a number', (value) => value === undefined || isNumber(value)],
];

function isCall(value: unknown): boolean {
  if (!isRecord(value) || !isString(value.name) || !isString(value.arguments)) return false;
  const { outcome } = value;
  return isRecord(outcome) && (outcome.error === null || isString(outcome.error)) && isJson(outcome.result);
}

/** Whether a value can be written, unlike a BigInt or a circle. */
function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

function isAgent(value: unknown): value is EvalAgent {
  return isRecord(value) && typeof value.run === 'function';
}
