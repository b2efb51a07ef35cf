import { hashOf } from '@toolwright/program';
import { isLibraryFile } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { ToolProgram } from '../program/read-tool-sites.js';
import type { Implementations } from '../sources/implementations.js';
import { addTo } from '../sources/source-index.js';
import type { Analysis } from '../walk/analysis.js';
import type { FileState } from './kept-units.js';
import { findAnswers } from './questions.js';

export interface ProgramState {
  readonly globals: readonly string[];
  /** All files except the standard library. */
  readonly files: ReadonlyMap<string, FileState>;
  /** See `Implementations.hasMarked`. */
  readonly hasMarked: Implementations['hasMarked'];
}

export function readProgramState(
  { context: { compiler }, files, sites, describeFiles }: ToolProgram,
  analysis: Analysis,
): ProgramState {
  const described = describeFiles();
  const answers = findAnswers(analysis);
  const searched = new Set(files);
  const tools = new Map<ts.SourceFile, number[]>();
  for (const { code } of sites) addTo(tools, code.getSourceFile(), code.pos);
  const states = new Map<string, FileState>();
  const globals: string[] = [];
  for (const source of compiler.program.getSourceFiles()) {
    const { fileName, text } = source;
    const { imports = [], global = true } = described[fileName] ?? {};
    if (global) globals.push(fileName);
    if (isLibraryFile(fileName)) continue;
    const place = [
      analysis.isOwn(source),
      searched.has(source),
      global,
      source.impliedNodeFormat,
      [...imports].sort(),
      // Another file may turn a function into a tool.
      tools.get(source)?.sort((one, other) => one - other),
    ];
    states.set(fileName, {
      hash: hashOf(`${JSON.stringify(place)}\n${text}`),
      ordinary: !global && isOrdinary(fileName),
      imports,
      answers: [...(answers.get(fileName) ?? [])],
    });
  }
  return { globals, files: states, hasMarked: analysis.implementations.hasMarked };
}

/** Whether a file is a source of the project, not configuration or part of a dependency. */
function isOrdinary(file: string): boolean {
  return !file.endsWith('.json') && !file.includes('/node_modules/');
}
