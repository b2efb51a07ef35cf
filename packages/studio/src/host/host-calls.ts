import { describeUnknown, type JsonObject, type Thrown, type ToolSpec, thrownOf } from '@toolwright/contract';
import { reportThrown } from '@toolwright/logger';
import type { Redaction } from '@toolwright/redaction';
import type { CallRequest, CallStarted, ShownError } from '../protocol/requests.js';
import { failure, ShownFailure, toShownError } from '../protocol/shown-failure.js';
import { boundContent, MAX_MEDIA } from '../record/bound-content.js';
import { boundValue } from '../record/bound-value.js';
import { isErrorReport } from '../record/is-error-report.js';
import { callRedaction } from './call-redaction.js';
import { CallReports } from './call-reports.js';
import { hideArguments } from './hide-arguments.js';
import type { CallNews, CheckRequest } from './host-messages.js';
import type { LoadedProgram, StudioRegistry } from './loaded-program.js';

/** The maximum size of a result for the page, in characters of JSON. */
const MAX_RESULT = 1_000_000;
const MAX_NOTE = 20_000;
const MAX_REPORT = 200_000;

/** Executes calls from the page in the process that contains the tools. */
export class HostCalls {
  readonly #program: LoadedProgram;
  readonly #redaction: Redaction;
  readonly #send: (news: CallNews) => void;
  readonly #open = new Map<string, AbortController>();

  constructor(program: LoadedProgram, redaction: Redaction, send: (news: CallNews) => void) {
    this.#program = program;
    this.#redaction = redaction;
    this.#send = send;
  }

  /** Starts a call. @throws ShownFailure for a call that is invalid or lacks consent */
  start(callId: string, request: CallRequest): CallStarted {
    const { registry } = this.#program;
    if (registry === undefined) {
      const message = 'Studio was started without a registry.';
      throw failure('PROGRAM_UNAVAILABLE', message, 'Start it with --registry <module#export>.');
    }
    const { parameters, redaction } = this.#checkCall(registry, request);
    const { tool } = request;
    const shown = hideArguments(request.arguments, parameters, this.#redaction);
    this.#send({ type: 'call-start', callId, tool, arguments: shown });
    // The tool runs only after the server knows about the call, because the tool may hang or terminate the process.
    setImmediate(() => void this.#run(registry, { callId, request, redaction }));
    return { callId, arguments: shown };
  }

  /** @throws ShownFailure for arguments that the registry refuses */
  check({ tool: name, arguments: args }: CheckRequest): void {
    const tool = this.#program.registry?.listTools().find((one) => one.name === name);
    if (tool !== undefined) this.#checkArguments(tool, args);
  }

  abort(callId: string): void {
    this.#open.get(callId)?.abort();
  }

  #checkCall(registry: StudioRegistry, { tool: name, arguments: args, consent }: CallRequest): CheckedTool {
    const tools = registry.listTools();
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) {
      const { problem, hint } = describeUnknown(
        'Tool',
        name,
        tools.map((one) => one.name),
      );
      throw failure('UNKNOWN_TOOL', problem, hint);
    }
    if (tool.needsContext && this.#program.context === undefined) {
      const hint = 'Start Studio with --context <module#export>.';
      throw failure('MISSING_CONTEXT', `'${name}' needs a context.`, hint);
    }
    const redaction = this.#checkArguments(tool, args);
    if (!consent && needsConsent(tool)) {
      const message = tool.annotations.destructive
        ? 'It may destroy or overwrite data.'
        : 'It does not declare whether it changes anything.';
      const hint = 'Confirm the call. If the tool changes nothing, mark it with @tool({ readOnly: true }).';
      throw failure('NEEDS_CONSENT', message, hint);
    }
    return { parameters: tool.parameters, redaction };
  }

  /** @returns the redaction of the call */
  #checkArguments({ name, parameters }: ToolSpec, args: JsonObject): Redaction {
    const redaction = callRedaction(args, parameters, this.#redaction);
    const checked = this.#program.registry?.validate?.(name, JSON.stringify(args));
    if (checked?.ok !== false) return redaction;
    const { message, errors = [] } = checked;
    const { redact } = redaction;
    const issues = errors.map((issue) => ({ path: issue.path, message: redact(issue.message) }));
    throw new ShownFailure({ code: 'INVALID_ARGUMENTS', message: redact(message), issues });
  }

  async #run(
    registry: StudioRegistry,
    { callId, request: { tool, arguments: args }, redaction }: OpenCall,
  ): Promise<void> {
    const bound = (value: unknown, characters: number) => boundValue(value, characters, redaction);
    const controller = new AbortController();
    this.#open.set(callId, controller);
    const { redact } = redaction;
    const reports = new CallReports(callId, this.#send);
    try {
      const outcome = await registry.execute(tool, args, {
        callId,
        signal: controller.signal,
        context: this.#program.context,
        onLog: (message, data) =>
          reports.log({
            at: Date.now(),
            message: redact(String(message).slice(0, MAX_NOTE)),
            ...(data !== undefined && { data: bound(data, MAX_NOTE).value }),
          }),
        onProgress: (progress) => reports.progress(bound(progress, MAX_NOTE).value),
      });
      reports.end();
      const noted = thrownOf(outcome);
      const known = noted && toShownError(noted.value, redact, 'TOOL_FAILED');
      if (outcome.error !== null) {
        const message = redact(String(outcome.error).slice(0, MAX_NOTE));
        const error = { code: 'TOOL_FAILED', ...known, message, ...shownReport(noted, redaction) };
        this.#send({ type: 'call-error', callId, error });
      } else {
        const { value, omitted } = bound(outcome.result, MAX_RESULT);
        const content =
          outcome.content && boundContent(outcome.content, { characters: MAX_MEDIA }, redaction);
        this.#send({
          type: 'call-result',
          callId,
          result: value,
          omitted,
          ...(content !== undefined && { content }),
          ...(known !== undefined && { warning: known }),
        });
      }
    } catch (thrown) {
      reports.end();
      const error = toShownError(thrown, redact, 'PROGRAM_FAILED');
      const report = shownReport({ value: thrown }, redaction);
      this.#send({ type: 'call-error', callId, error: { ...error, ...report } });
    } finally {
      this.#open.delete(callId);
    }
  }
}

/** Reports what was thrown, without secrets. */
function shownReport(thrown: Thrown | undefined, redaction: Redaction): Pick<ShownError, 'thrown'> {
  const report = thrown && reportThrown(thrown);
  if (report === undefined) return {};
  const { value } = boundValue(report, MAX_REPORT, redaction);
  return isErrorReport(value) ? { thrown: value } : {};
}

interface CheckedTool extends Pick<ToolSpec, 'parameters'> {
  /** Also masks the call's secret arguments. */
  readonly redaction: Redaction;
}

interface OpenCall extends Pick<CheckedTool, 'redaction'> {
  readonly callId: string;
  readonly request: CallRequest;
}

/** Whether a person must confirm a call. True if the tool is destructive, or declares neither `readOnly` nor `destructive: false`. */
function needsConsent({ annotations: { readOnly, destructive } }: ToolSpec): boolean {
  return destructive === true || (readOnly !== true && destructive !== false);
}
