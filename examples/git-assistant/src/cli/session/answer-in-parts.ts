import { type Capability, CapabilityAgent, gitOutputs, type ModelConfig } from '@toolwright/capabilities';
import { errorMessage } from '@toolwright/contract';
import { addUsage } from '@toolwright/llm';
import { isToolwrightError } from 'toolwright';
import { count } from '../../output/count.js';
import { listNames } from '../../output/list-names.js';
import type { GitAnswer } from '../../output/render-answer.js';
import { divideChange, type Part, planRequest } from '../../tasks/change-plan.js';
import { combineRequest, mergeReviews, type PartAnswer } from '../../tasks/combine-parts.js';
import type { LongChange, Task } from '../../tasks/task.js';
import { commitTools } from '../../tools/core-tools.js';
import { ChangePlanSchema } from '../../toolwright.gen.js';
import { Progress } from '../display/progress.js';
import { redacted } from '../display/redacted.js';
import { type Assistant, agentConfig } from './assistant.js';
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

const PARTS: Readonly<Record<string, Capability>> = {
  review: {
    name: 'review_part',
    description: 'The review of a part of a change',
    outputType: 'Review',
    file: import.meta.url,
    taskPrompt: `Review one part of a change; others review the other parts.
1. Read the whole part. Where it depends on code that is not shown, look that up with the tools.
2. Report what is wrong or risky: correctness first, then security, performance, tests, maintainability. Each finding names file and line in the \
new version, says what happens because of it, and what to do instead. Report nothing that you have not seen.`,
  },
  pr: {
    name: 'pr_part',
    description: 'What a part of a change does',
    outputType: 'PlainText',
    file: import.meta.url,
    taskPrompt: `Say what one part of a change does, for the author of a pull request's description: what changes for users and for engineers, what \
breaks, and what is tested. At most 200 words, without an introduction.`,
  },
};

const AT_ONCE = 4;
const MAX_NAMES = 20;
const LIMITS = { maxIterations: 8, maxCompletionTokens: 8_000 } as const;

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

async function readParts(
  { io, options, repository }: Session,
  config: ModelConfig,
  { capability: whole }: Task,
  parts: readonly Part[],
  progress: Progress,
) {
  const capability = PARTS[whole];
  if (capability === undefined) throw new Error(`No part of the task ${whole} can be read.`);
  const reader = new CapabilityAgent({
    ...agentConfig({ ...config, model: config.fastModel ?? config.model }, options, io),
    capabilities: [capability],
    outputs: gitOutputs,
    toolRegistry: commitTools(repository),
    subagent: false,
    limits: LIMITS,
  });
  const answers: PartAnswer[] = [];
  const errors: unknown[] = [];
  const failed: { files: readonly string[]; reason: string }[] = [];
  const waiting = parts.entries();
  const work = async () => {
    for (const [index, part] of waiting) {
      progress.say(`reading part ${index + 1} of ${parts.length}`);
      try {
        const answer = await reader.executeTask(capability.name, part.prompt, {
          signal: io.signal,
          critic: false,
        });
        answers.push({ index, part, answer });
      } catch (error) {
        if (io.signal.aborted) throw error;
        errors.push(error);
        failed.push({ files: part.files, reason: errorMessage(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (answers.length === 0 && errors.length > 0) throw errors[0];
  return { answers: answers.sort((a, b) => a.index - b.index), failed };
}

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

/** Says in a review which files nobody has read; the model may forget it. */
function withUnread(answer: GitAnswer, unread: readonly { readonly files: readonly string[] }[]): GitAnswer {
  if (answer.type !== 'Review' || unread.length === 0) return answer;
  const { notReviewed = [] } = answer.value;
  const files = unread.flatMap((part) => part.files).filter((file) => !notReviewed.includes(file));
  return { ...answer, value: { ...answer.value, notReviewed: [...notReviewed, ...files] } };
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
