import type { ts } from 'ts-morph';
import type { CodeUnit, Fact } from '../graph/code-graph.js';
import type { ToolProgram } from '../program/read-tool-sites.js';
import type { Analysis } from '../walk/analysis.js';
import { createUnitReader, type ReadUnit } from '../walk/read-unit.js';
import type { TemporaryFiles } from '../walk/temporary-files.js';
import { readProgramState } from './file-states.js';
import { findUnaffected } from './find-unaffected.js';
import type { KeptCode, KeptFile, KeptUnit, KeptUnits } from './kept-units.js';
import { createNodeNumbers } from './node-numbers.js';
import { type Question, recordQuestions } from './questions.js';
import { createUnitPacking, type PackedUnit } from './unit-packing.js';

/** Reads the code of a program, except units from an earlier run that are unaffected by changes since then. */
export interface UnitMemory {
  readonly read: ReadUnit;
  /** Returns the number of units taken from the earlier run. */
  reused(): number;
  /**
   * Returns the units for a later run. Undefined if a unit could not be read, because whether the compiler gives up depends on earlier
   * queries.
   */
  keep(): KeptUnits | undefined;
}

interface CodeInMemory {
  readonly kept: KeptCode | undefined;
  readonly questions: Set<Question>;
  readonly fresh: Map<CodeUnit, PackedUnit>;
}

/** @param earlier The units of a run with the same options. Only allowed if nothing but source files has changed since. */
export function createUnitMemory(
  program: ToolProgram,
  analysis: Analysis,
  earlier: KeptUnits | undefined,
): UnitMemory {
  const { compiler } = program.context;
  const state = readProgramState(program, analysis);
  const unaffected = earlier && findUnaffected(earlier, state);
  const numbers = createNodeNumbers(compiler.ts);
  const packing = createUnitPacking(numbers, (file) => compiler.program.getSourceFile(file));
  const code = new Map<ts.SourceFile, CodeInMemory>();
  const codeOf = (file: ts.SourceFile): CodeInMemory => {
    const known = code.get(file);
    if (known !== undefined) return known;
    const kept = unaffected?.get(file.fileName);
    const made: CodeInMemory = { kept, questions: new Set(kept?.questions), fresh: new Map() };
    code.set(file, made);
    return made;
  };

  let current: Pick<CodeInMemory, 'questions'> = { questions: new Set() };
  let covered: ts.Node[] = [];
  let failed = false;
  let reused = 0;
  const temporary: TemporaryFiles = {
    ...analysis.temporary,
    covers: (call) => {
      const isCovered = analysis.temporary.covers(call);
      if (isCovered) covered.push(call);
      return isCovered;
    },
  };
  const implementations = recordQuestions(analysis, (question) => void current.questions.add(question));
  const readAnew = createUnitReader({ ...analysis, implementations, temporary }, () => {
    failed = true;
  });

  const restore = (unit: CodeUnit, { kept }: CodeInMemory): readonly Fact[] | undefined => {
    if (kept === undefined) return undefined;
    const number = numbers.numberOf(unit);
    const found = number === undefined ? undefined : kept.units[number];
    const restored = found && packing.unpack(found, kept.files);
    // The tags above these calls are marked as used.
    for (const call of restored?.covered ?? []) analysis.temporary.covers(call);
    return restored?.facts;
  };

  return {
    read: (unit) => {
      const own = codeOf(unit.getSourceFile());
      const restored = restore(unit, own);
      if (restored !== undefined) {
        reused += 1;
        return restored;
      }
      current = own;
      covered = [];
      const facts = readAnew(unit);
      own.fresh.set(unit, { facts, covered });
      return facts;
    },
    reused: () => reused,
    keep: () => {
      if (failed) return undefined;
      const files: Record<string, KeptFile> = {};
      for (const [file, one] of state.files) files[file] = one;
      for (const [{ fileName }, one] of code) {
        const { [fileName]: place } = files;
        const packed = packCode(one);
        if (place !== undefined && packed !== undefined) files[fileName] = { ...place, code: packed };
      }
      return { globals: state.globals, files };
    },
  };

  /** Returns undefined if a fact refers to a node without a number. */
  function packCode({ kept, questions, fresh }: CodeInMemory): KeptCode | undefined {
    if (kept !== undefined && fresh.size === 0) return kept;
    const files = new Map(kept?.files.map((file, index) => [file, index]));
    const units: Record<number, KeptUnit> = { ...kept?.units };
    for (const [unit, read] of fresh) {
      const number = numbers.numberOf(unit);
      const packed = packing.pack(read, files);
      if (number === undefined || packed === undefined) return undefined;
      units[number] = packed;
    }
    return { questions: [...questions], files: [...files.keys()], units };
  }
}
