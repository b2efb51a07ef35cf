import type { ts } from 'ts-morph';
import { withinDepth } from '../compiler/within-depth.js';
import type { Diagnostic } from './diagnostic.js';
import { diagnosticKey, joinDiagnostics } from './join-diagnostics.js';
import { type Place, placeOf } from './place.js';
import type { NodeFinding, Report } from './report.js';
import type { DiagnosticCode } from './rules.js';
import { getRule } from './rules.js';

/** Collects the findings of one run and determines their locations. */
export interface Collector {
  readonly report: Report;
  /** Reports a finding that has a position in a file, but no node. */
  reportAt(finding: RangeFinding): void;
  /** Reports a finding without a location. */
  reportProject(code: DiagnosticCode, message: string): void;
  /** Runs `work`, and assigns its findings to the tool. */
  forTool<T>(tool: string, work: () => T): T;
  /**
   * Runs `work`, and assigns its findings to this file, wherever they are located. Otherwise, a finding belongs to the file where it is
   * located.
   */
  forFile<T>(file: string, work: () => T): T;
  placeOf(node: ts.Node): Place;
  /** The findings, sorted by file and position, without duplicates, even if a finding concerns several tools. */
  diagnostics(): Diagnostic[];
  /** The findings that were first made while this file was read. */
  diagnosticsOf(file: string): readonly Diagnostic[];
}

export interface RangeFinding extends Omit<NodeFinding, 'node'> {
  readonly source: ts.SourceFile;
  readonly start: number;
  readonly end: number;
}

/** @param relative Converts a path to the form used in diagnostics. */
export function createCollector(relative: (file: string) => string): Collector {
  const keys = new Set<string>();
  const found = new Map<string | undefined, Diagnostic[]>();
  const current: { tool?: string | undefined; file?: string | undefined } = {};
  const add = (diagnostic: Diagnostic, file: string | undefined): void => {
    const key = diagnosticKey(diagnostic);
    if (keys.has(key)) return;
    keys.add(key);
    const others = found.get(file);
    if (others === undefined) found.set(file, [diagnostic]);
    else others.push(diagnostic);
  };
  const reportAt = (finding: RangeFinding): void =>
    add(locate(finding, current.tool, relative), current.file ?? finding.source.fileName);
  return {
    report: ({ node, ...finding }) => {
      const source = node.getSourceFile();
      reportAt({ ...finding, source, start: node.getStart(source), end: node.getEnd() });
    },
    reportAt,
    reportProject: (code, message) => {
      const { severity, fix } = getRule(code);
      add({ code, severity, message, hint: fix }, undefined);
    },
    forTool: (tool, work) =>
      during(current, 'tool', tool, () =>
        withinDepth(() => `A type of the tool \`${tool}\` in ${relative(current.file ?? '')}`, work),
      ),
    forFile: (file, work) => during(current, 'file', file, () => withinDepth(() => relative(file), work)),
    placeOf: (node) => {
      const source = node.getSourceFile();
      return placeOf(source, node.getStart(source), node.getEnd(), relative);
    },
    diagnostics: () => joinDiagnostics([...found.values()].flat()),
    diagnosticsOf: (file) => found.get(file) ?? [],
  };
}

function during<Key extends string, T>(
  current: { [key in Key]?: string | undefined },
  key: Key,
  value: string,
  work: () => T,
): T {
  const outer = current[key];
  current[key] = value;
  try {
    return work();
  } finally {
    current[key] = outer;
  }
}

function locate(
  finding: RangeFinding,
  current: string | undefined,
  relative: (file: string) => string,
): Diagnostic {
  const { code, source, start, end, message } = finding;
  const rule = getRule(code);
  const tool = finding.tool ?? current;
  return {
    code,
    severity: finding.severity ?? rule.severity,
    message,
    hint: finding.hint ?? rule.fix,
    ...placeOf(source, start, end, relative),
    ...(tool === undefined ? {} : { tool }),
  };
}
