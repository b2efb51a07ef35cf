import { formatCount, type JsonValue } from '@toolwright/contract';
import type { ToolProblem } from './find-problem.js';

/** A problem of a tool, with the smallest call that shows it. */
export interface ToolFinding extends ToolProblem {
  readonly tool: string;
  readonly arguments: JsonValue;
}

/** A tool that was not run. */
export interface SkippedTool {
  readonly tool: string;
  readonly reason: string;
}

interface ReportParts {
  readonly seed: number;
  readonly checked: readonly string[];
  readonly skipped: readonly SkippedTool[];
  readonly findings: readonly ToolFinding[];
}

/** What `checkTools` found: at most one problem of each tool. */
export class ToolsReport {
  /** Pass it to `checkTools` to repeat the calls. */
  readonly seed: number;
  readonly checked: readonly string[];
  readonly skipped: readonly SkippedTool[];
  readonly findings: readonly ToolFinding[];

  constructor({ seed, checked, skipped, findings }: ReportParts) {
    this.seed = seed;
    this.checked = checked;
    this.skipped = skipped;
    this.findings = findings;
  }

  /** @throws Error with the report as its message, if there is a finding */
  throwIfFailed(): void {
    if (this.findings.length > 0) throw new Error(this.toString());
  }

  toString(): string {
    const { checked, findings, skipped, seed } = this;
    const counts = `${formatCount(checked.length)} checked, ${formatCount(skipped.length)} skipped, ${formatCount(findings.length)} failed`;
    return [
      `Tools: ${counts} (seed ${seed})`,
      ...findings.flatMap((finding) => [
        `${finding.tool}: ${finding.kind}: ${finding.message}`,
        testOf(finding),
      ]),
      ...skipped.map(({ tool, reason }) => `${tool} was skipped: ${reason}`),
    ].join('\n');
  }
}

/** A line for a test, which fails until the tool is corrected. */
function testOf({ tool, kind, arguments: args }: ToolFinding): string {
  return `  assert.equal(await checkCall(registry, ${JSON.stringify(tool)}, ${JSON.stringify(args)}), undefined); // ${kind}`;
}
