import type { ts } from 'ts-morph';
import type { Diagnostic } from './diagnostic.js';
import type { Finding, Report } from './report.js';
import { getRule } from './rules.js';

/** Gathers the findings of one run and works out their places. */
export interface Collector {
  readonly report: Report;
  /** Runs `work`; what it reports belongs to the tool. */
  forTool<T>(tool: string, work: () => T): T;
  /** In the order of files and places; the same finding once, also where several tools run into it. */
  diagnostics(): Diagnostic[];
}

/** @param dir Folder of the project: paths are relative to it. */
export function createCollector(relative: (file: string) => string): Collector {
  const found = new Map<string, Diagnostic>();
  let current: string | undefined;
  const add = (finding: Finding): void => {
    const diagnostic = locate(finding, current, relative);
    const { code, file, line, column, message } = diagnostic;
    const key = [code, file, line, column, message].join('\n');
    if (!found.has(key)) found.set(key, diagnostic);
  };
  return {
    report: add,
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
  finding: Finding,
  current: string | undefined,
  relative: (file: string) => string,
): Diagnostic {
  const { code, node, message } = finding;
  const rule = getRule(code);
  const source = node.getSourceFile();
  const start = node.getStart(source);
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
    length: lengthOnLine(source, start, node.getEnd()),
    ...(tool === undefined ? {} : { tool }),
  };
}

function lengthOnLine(source: ts.SourceFile, start: number, end: number): number {
  const [firstLine = ''] = source.text.slice(start, end).split(/\r?\n/);
  return Math.max(1, firstLine.length);
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return (
    compare(a.file ?? '', b.file ?? '') ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compare(a.code, b.code) ||
    compare(a.message, b.message)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
