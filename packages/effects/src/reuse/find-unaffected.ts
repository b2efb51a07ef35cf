import { reach } from '@toolwright/program/compiler';
import type { ProgramState } from './file-states.js';
import type { FileState, KeptCode, KeptUnits } from './kept-units.js';
import { likeness, type Question } from './questions.js';

/**
 * Finds the files whose code has the same effects as before. A change affects the changed file, all files that import it, and all files
 * with a question about the program that an affected file answers or used to answer.
 */
export function findUnaffected(kept: KeptUnits, now: ProgramState): ReadonlyMap<string, KeptCode> {
  const none = new Map<string, KeptCode>();
  if (kept.globals.join('\n') !== now.globals.join('\n')) return none;
  const before = new Map(Object.entries(kept.files));
  const states = [before, now.files];
  const all = [...new Set(states.flatMap((files) => [...files.keys()]))];
  const changed = all.filter((file) => before.get(file)?.hash !== now.files.get(file)?.hash);
  const statesOf = (file: string): readonly FileState[] => states.flatMap((files) => files.get(file) ?? []);

  const importers = new Map<string, string[]>();
  for (const file of all)
    for (const imported of new Set(statesOf(file).flatMap(({ imports }) => imports))) {
      const others = importers.get(imported);
      if (others === undefined) importers.set(imported, [file]);
      else others.push(file);
    }
  const affected = reach(changed, (file) => importers.get(file) ?? []);
  // A global declaration that imports a changed file may change what every file sees.
  if ([...affected].some((file) => statesOf(file).some(({ ordinary }) => !ordinary))) return none;
  const answers = new Set([...affected].flatMap((file) => statesOf(file).flatMap((state) => state.answers)));
  const known = new Map<Question, boolean>();
  const isAnswered = (question: Question): boolean => {
    const like = likeness(question);
    if (like === undefined) return answers.has(question);
    // Members that matched before are in files that the facts list.
    const found = known.get(question) ?? now.hasMarked(like.name, like.mark, affected);
    known.set(question, found);
    return found;
  };
  const isAffected = (file: string, { questions, files }: KeptCode): boolean =>
    affected.has(file) || files.some((one) => affected.has(one)) || questions.some(isAnswered);
  return new Map(
    [...before].flatMap(([file, { code }]) =>
      code === undefined || isAffected(file, code) ? [] : [[file, code] as const],
    ),
  );
}
