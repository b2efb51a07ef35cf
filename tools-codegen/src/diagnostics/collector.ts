import type { ts } from 'ts-morph';
import { compareText } from '../compare-text.js';
import type { Diagnostic, DiagnosticCode } from './diagnostic.js';
import type { Finding, Report } from './report.js';
import { getRule } from './rules.js';

/** Gathers the findings of one run and works out their places. */
export interface Collector {
  readonly report: Report;
  /** For what has a place in a file, but no node. */
  reportAt(finding: RangeFinding): void;
  /** For what has no place. */
  reportProject(code: DiagnosticCode, message: string): void;
  /** Runs `work`; what it reports belongs to the tool. */
  forTool<T>(tool: string, work: () => T): T;
  /** In the order of files and places; the same finding once, also where several tools run into it. */
  diagnostics(): Diagnostic[];
}

export interface RangeFinding extends Omit<Finding, 'node'> {
  readonly source: ts.SourceFile;
  readonly start: number;
  readonly end: number;
}

/** @param relative A path as diagnostics print it. */
export function createCollector(relative: (file: string) => string): Collector {
  const found = new Map<string, Diagnostic>();
  let current: string | undefined;
  const add = (diagnostic: Diagnostic): void => {
    const { code, file, line, column, message } = diagnostic;
    const key = [code, file, line, column, message].join('\n');
    if (!found.has(key)) found.set(key, diagnostic);
  };
  const reportAt = (finding: RangeFinding): void => add(locate(finding, current, relative));
  return {
    report: ({ node, ...finding }) => {
      const source = node.getSourceFile();
      reportAt({ ...finding, source, start: node.getStart(source), end: node.getEnd() });
    },
    reportAt,
    reportProject: (code, message) => {
      const { severity, fix } = getRule(code);
      add({ code, severity, message, hint: fix });
    },
    forTool: (tool, work) => {
      const outer = current;
      current = tool;
      try {
        return work();
      } finally {
        current = outer;
      }
    },
    diagnostics: () => [...found.values()].sort(byPlace),
  };
}

function locate(
  finding: RangeFinding,
  current: string | undefined,
  relative: (file: string) => string,
): Diagnostic {
  const { code, source, start, end, message } = finding;
  const rule = getRule(code);
  const { line, character } = source.getLineAndCharacterOfPosition(start);
  const tool = finding.tool ?? current;
  return {
    code,
    severity: finding.severity ?? rule.severity,
    message,
    hint: finding.hint ?? rule.fix,
    file: relative(source.fileName),
    line: line + 1,
    column: character + 1,
    length: lengthOnLine(source, start, end),
    ...(tool === undefined ? {} : { tool }),
  };
}

function lengthOnLine(source: ts.SourceFile, start: number, end: number): number {
  const [firstLine = ''] = source.text.slice(start, end).split(/\r?\n/);
  // A JSDoc tag ends where the next one starts, with the space before it.
  return Math.max(1, firstLine.trimEnd().length);
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.file ?? '', b.file ?? '') ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}
