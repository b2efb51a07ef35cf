import { type Capability, CapabilityAgent, gitOutputs, type ModelConfig } from '@toolwright/capabilities';
import { errorMessage, shortenText } from '@toolwright/contract';
import { ToolwrightError } from 'toolwright';
import type { Part } from '../../tasks/change-plan.js';
import type { PartAnswer } from '../../tasks/combine-parts.js';
import type { Task } from '../../tasks/task.js';
import { commitTools } from '../../tools/core-tools.js';
import type { Progress } from '../display/progress.js';
import { agentConfig } from './assistant.js';
import type { Session } from './session.js';

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
/** As long as a slow model needs for a part. */
const PART_MS = 300_000;
const MAX_WORDS = 100;
const LIMITS = { budget: { toolCalls: 20 }, maxIterations: 8, maxCompletionTokens: 8_000 } as const;

/** Reads the parts with the fast model, several at a time. @throws the first failure, if no part could be read */
export async function readParts(
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
        const late = AbortSignal.timeout(PART_MS);
        const signal = AbortSignal.any([io.signal, late]);
        const answer = await reader
          .executeTask(capability.name, part.prompt, { signal, critic: false })
          .catch((error: unknown) => {
            throw late.aborted ? unread(`The model took longer than ${PART_MS / 60_000} minutes.`) : error;
          });
        if (capability.outputType === 'Review' && answer.type !== 'Review')
          throw unread(`The model wrote no review: ${shortenText(String(answer.value), MAX_WORDS)}`);
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

function unread(message: string): ToolwrightError {
  return new ToolwrightError('INVALID_OUTPUT', message, { blame: 'model' });
}
