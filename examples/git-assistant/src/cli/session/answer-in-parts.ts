import { type Capability, CapabilityAgent, type ModelConfig } from '@toolwright/capabilities';
import { errorMessage } from '@toolwright/contract';
import { addUsage } from '@toolwright/llm';
import { isToolwrightError } from 'toolwright';
import { count } from '../../output/count.js';
import { listNames } from '../../output/list-names.js';
import type { GitAnswer } from '../../output/render-answer.js';
import { divideChange, planRequest } from '../../tasks/change-plan.js';
import { combineRequest, mergeReviews, type PartAnswer } from '../../tasks/combine-parts.js';
import type { LongChange, Task } from '../../tasks/task.js';
import { ChangePlanSchema } from '../../toolwright.gen.js';
import { Progress } from '../display/progress.js';
import { redacted } from '../display/redacted.js';
import { type Assistant, agentConfig } from './assistant.js';
import { readParts } from './read-parts.js';
import { runTask } from './run-task.js';
import type { Session } from './session.js';

const PLAN: Capability = {
  name: 'plan',
  description: 'How a long change is divided',
  outputType: 'ChangePlan',
  file: import.meta.url,
  taskPrompt: `A change is read in parts, by several readers at once. Put its files into groups that must be read together, such as a source and \
its tests, and say for each group what a reader should look for. All files are read, so leave out none.`,
};

const MAX_NAMES = 20;

/**
 * Answers a task whose change is too long for one message. The main model plans, the fast model reads the parts, several at once, and the
 * main model writes the answer. No line of the change is sent twice.
 * @throws ToolwrightError the first failure, if no part could be read
 */
export async function answerInParts(
  session: Session,
  config: ModelConfig,
  assistant: Assistant,
  task: Task,
  { lines, diff }: LongChange,
): Promise<GitAnswer> {
  const { io, options } = session;
  const begun = performance.now();
  const progress = new Progress(io, options.debug === true || options.json === true);
  const tell = (text: string) => void io.stderr.write(`${redacted(text, io)}\n`);
  const spent: Spent[] = [];
  try {
    progress.say('planning');
    const plan = await makePlan(session, config, planRequest(lines, diff), tell);
    if (plan !== undefined) spent.push(plan);
    const { parts, left } = await divideChange(lines, diff, plan?.value, io.signal);
    tell(`Note: ${config.fastModel ?? config.model} reads the change in ${count(parts.length, 'part')}.`);
    const read = await readParts(session, config, task, parts, progress);
    progress.stop();
    const unread = [
      ...read.failed,
      ...(left.length === 0 ? [] : [{ files: left, reason: 'The change is too long.' }]),
    ];
    for (const { files, reason } of unread)
      tell(`Warning: Not read to the end: ${listNames(files, MAX_NAMES)}. ${reason}`);
    spent.push(...read.answers.map(({ answer }) => answer));
    const prompt = combineRequest(
      task.prompt,
      read.answers,
      unread.flatMap(({ files }) => files),
    );
    const answer = await runTask(assistant, { ...task, prompt }, session).catch((error: unknown) =>
      unchecked(error, session, task, read.answers, tell),
    );
    countFindings(answer, read.answers, tell);
    const complete = withUnread(answer, unread);
    return { ...withSpent(complete, spent), durationMs: Math.round(performance.now() - begun) };
  } finally {
    progress.stop();
  }
}

type Tell = (text: string) => void;
type Spent = Pick<GitAnswer, 'usage' | 'cost' | 'turns' | 'toolCalls'>;

/** Undefined if the model makes no plan; then the most relevant files are read first. */
async function makePlan({ io, options }: Session, config: ModelConfig, request: string, tell: Tell) {
  const planner = new CapabilityAgent({
    ...agentConfig(config, options, io),
    capabilities: [PLAN],
    outputs: { ChangePlan: ChangePlanSchema },
    plainText: 'refuse',
    subagent: false,
  });
  try {
    const plan = await planner.executeTask(PLAN.name, request, { signal: io.signal });
    return plan.type === 'ChangePlan' ? plan : undefined;
  } catch (error) {
    if (!isToolwrightError(error) || !NO_PLAN.has(error.code)) throw error;
    tell(`Warning: The model made no plan, so the parts are in the order of relevance: ${error.message}`);
    return undefined;
  }
}

/** The model answers, but not with a plan. */
const NO_PLAN: ReadonlySet<string> = new Set(['INVALID_OUTPUT', 'LIMIT_REACHED']);

/** The findings of the parts, if nobody could judge them. @throws the failure of other tasks */
function unchecked(
  error: unknown,
  { io }: Session,
  task: Task,
  answers: readonly PartAnswer[],
  tell: Tell,
): GitAnswer {
  const [first] = answers;
  if (io.signal.aborted || task.capability !== 'review' || first === undefined) throw error;
  tell(
    `Warning: The findings of the parts are shown as they are, because the model could not judge them: ${errorMessage(error)}`,
  );
  const { usage: _, cost: __, ...details } = first.answer;
  return {
    ...details,
    usage: { inputTokens: 0, outputTokens: 0 },
    turns: 0,
    toolCalls: [],
    type: 'Review',
    value: mergeReviews(answers),
  };
}

const MAX_UNREAD = 50;

/** Says in a review which files nobody has read, which nobody can approve; the model may forget it. */
function withUnread(answer: GitAnswer, unread: readonly { readonly files: readonly string[] }[]): GitAnswer {
  if (answer.type !== 'Review' || unread.length === 0) return answer;
  const { notReviewed = [] } = answer.value;
  const named = new Set(notReviewed);
  const files = unread.flatMap((part) => part.files).filter((file) => !named.has(file));
  const verdict = answer.value.verdict === 'approve' ? 'comment' : answer.value.verdict;
  const names = files.slice(0, MAX_UNREAD);
  const more = files.length > names.length ? [`${files.length - names.length} more files`] : [];
  return { ...answer, value: { ...answer.value, verdict, notReviewed: [...notReviewed, ...names, ...more] } };
}

function countFindings(answer: GitAnswer, answers: readonly PartAnswer[], tell: Tell): void {
  if (answer.type !== 'Review') return;
  const { length: before } = mergeReviews(answers).findings;
  const { length: after } = answer.value.findings;
  if (after < before)
    tell(
      `Note: The parts had ${count(before, 'finding')}; after a check and without repetitions, ${after} are left.`,
    );
}

function withSpent(answer: GitAnswer, others: readonly Spent[]): GitAnswer {
  const all = [answer, ...others];
  const costs = all.map(({ cost }) => cost).filter((cost) => cost !== undefined);
  const { cost: _, ...details } = answer;
  return {
    ...details,
    usage: all.map(({ usage }) => usage).reduce(addUsage),
    ...(costs.length === all.length && { cost: costs.reduce((sum, cost) => sum + cost, 0) }),
    turns: all.reduce((sum, { turns }) => sum + turns, 0),
    toolCalls: all.flatMap(({ toolCalls }) => toolCalls),
  };
}
