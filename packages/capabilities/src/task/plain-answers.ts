import type { AgentEvent, Logger, RunInfo, RunResult } from '@toolwright/contract';

/** The number of prose answers after which the model is not asked again, because each retry costs as much as the task. */
const ENOUGH = 2;
/** Matches the start of an object or a list, optionally in a fence. Such an answer is malformed JSON rather than prose. */
const JSON_START = /^(?:```\w*\s*)?(?:\{|\[\s*[{["\]])/;
const MEMBER = /\{\s*"[^"\n]{1,64}"\s*:/;

/** Collects answers that were refused: a review in Markdown is still a review, and so is one with a bad finding. */
export class PlainAnswers {
  readonly #enough = new AbortController();
  #texts: string[] = [];
  /** The last answer that was refused although it is no prose. */
  #refused = '';
  #result: RunResult | undefined;
  /** Why the model does not answer, in its own words. */
  #refusal = '';

  /** A signal that is aborted when another retry would not help. */
  get enough(): AbortSignal {
    return this.#enough.signal;
  }

  /** Wraps a logger to collect the refused answers. */
  watch(logger: Logger): Logger {
    return {
      log: (event, run) => {
        this.#note(event, run);
        return logger.log(event, run);
      },
    };
  }

  get refusal(): string {
    return this.#refusal;
  }

  get refused(): string {
    return this.#refused;
  }

  /** Returns the run with an output that was made of the refused answer. */
  withOutput(output: unknown, warnings: readonly string[]): RunResult | undefined {
    const outputWarnings = warnings.map((message) => ({ path: '', message }));
    return this.#result && { ...this.#result, status: 'completed', output, outputWarnings };
  }

  /** Returns the run with its longest prose answer; undefined if there was no prose answer. */
  take(): RunResult | undefined {
    const [text] = this.#texts.sort((a, b) => b.length - a.length);
    if (text === undefined || this.#result === undefined) return undefined;
    this.#texts = [];
    return { ...this.#result, status: 'completed', finalResponse: text };
  }

  #note(event: AgentEvent, { parentRunId }: RunInfo): void {
    if (parentRunId !== undefined) return;
    if (event.type === 'run-end') this.#result = event.result;
    if (event.type === 'message' && event.message.role === 'assistant') {
      const { content, refusal } = event.message;
      this.#refusal = content ? '' : (refusal ?? '');
    }
    if (event.type !== 'parse-error') return;
    if (this.#refusal !== '') {
      this.#enough.abort();
      return;
    }
    if (!isProse(event.text)) {
      this.#refused = event.text;
      return;
    }
    this.#texts.push(event.text.trim());
    if (this.#texts.length >= ENOUGH) this.#enough.abort();
  }
}

/** Whether a text is prose. It may contain JSON only within code. */
function isProse(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || JSON_START.test(trimmed)) return false;
  const spoken = trimmed.split('`').filter((_, index) => index % 2 === 0);
  return !spoken.some((part) => MEMBER.test(part));
}
