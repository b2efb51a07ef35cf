import type { ts } from 'ts-morph';
import { calledName, type Implementations } from '../sources/implementations.js';
import { memberName } from '../sources/source-index.js';
import type { Analysis } from '../walk/analysis.js';

/**
 * A question about the whole program that files may answer. `member:save` asks for the members with that name, and `heir:/a.ts` for the
 * subclasses of the classes in a file. An answer can change only if a change affects a file with the same key. `like:flush:deleteAll` asks
 * for members `flush` of classes and objects that also have `deleteAll`.
 */
export type Question = string;

/** Records the questions that code asks. @param ask Called with each question before its answer is used. */
export function recordQuestions(
  { implementations, compiler: { ts } }: Pick<Analysis, 'implementations' | 'compiler'>,
  ask: (question: Question) => void,
): Implementations {
  const askHeirs = (owner: ts.Node): void => {
    if (!ts.isClassLike(owner)) return;
    ask(about('heir', owner));
    for (const heir of implementations.subclassesOf(owner)) ask(about('heir', heir));
  };
  return {
    subclassesOf: (owner) => {
      askHeirs(owner);
      return implementations.subclassesOf(owner);
    },
    markOf: implementations.markOf,
    hasMarked: implementations.hasMarked,
    // The member was found by its name, for which a question has already been recorded.
    isHeir: implementations.isHeir,
    named: (name) => {
      ask(`member:${name}`);
      return implementations.named(name);
    },
    // A value can only have a getter that is declared in a file imported by the value's own file.
    hasObjectGetters: implementations.hasObjectGetters,
    hasAccessor: (name) => {
      ask(`accessor:${name}`);
      return implementations.hasAccessor(name);
    },
    // Overriding members are in the files of the subclasses.
    overridesOf: (member, name) => {
      askHeirs(member.parent);
      return implementations.overridesOf(member, name);
    },
    membersLike: (name, holder, declaration) => {
      const mark = implementations.markOf(holder);
      ask(mark === undefined || name.includes(':') ? `member:${name}` : `like:${name}:${mark}`);
      return implementations.membersLike(name, holder, declaration);
    },
    storedUnder: (declaration, name) => {
      ask(`stored:${name}`);
      return implementations.storedUnder(declaration, name);
    },
    constructionsOf: (owner) => {
      ask(about('new', owner));
      return implementations.constructionsOf(owner);
    },
    callsOf: (declaration) => {
      const called = calledName(declaration, ts);
      if (called !== undefined) ask(`call:${called.name}`);
      return implementations.callsOf(declaration);
    },
  };
}

/** Finds the questions that the code of each file answers, completely or partly. */
export function findAnswers({
  index,
  compiler: { ts },
  symbolOf,
}: Pick<Analysis, 'index' | 'compiler' | 'symbolOf'>): ReadonlyMap<string, ReadonlySet<Question>> {
  const answers = new Map<string, Set<Question>>();
  const answer = (node: ts.Node, ...questions: readonly Question[]): void => {
    const { fileName } = node.getSourceFile();
    const known = answers.get(fileName) ?? new Set();
    answers.set(fileName, known);
    for (const question of questions) known.add(question);
  };
  const declarationsOf = (name: ts.Node): readonly ts.Node[] => symbolOf(name)?.declarations ?? [];
  for (const member of [...index.members.values()].flat()) {
    const name = memberName(member, ts) ?? '';
    answer(member, `member:${name}`, ...(ts.isAccessor(member) ? [`accessor:${name}`] : []));
  }
  for (const [name, stored] of index.stored)
    for (const { target } of stored) answer(target, `stored:${name}`);
  for (const [name, calls] of index.calls) for (const call of calls) answer(call, `call:${name}`);
  for (const made of index.constructions)
    answer(made, ...declarationsOf(made.expression).map((owner) => about('new', owner)));
  for (const heir of index.classes) {
    const bases = (heir.heritageClauses ?? []).flatMap(({ types }) => types);
    answer(
      heir,
      ...bases.flatMap(({ expression }) => declarationsOf(expression).map((base) => about('heir', base))),
    );
  }
  return answers;
}

/** Splits a `like:…` question into name and mark. Returns undefined for other questions. */
export function likeness(question: Question): { readonly name: string; readonly mark: string } | undefined {
  const [kind, name, mark] = question.split(':');
  return kind === 'like' && name !== undefined && mark !== undefined ? { name, mark } : undefined;
}

function about(kind: 'heir' | 'new', declaration: ts.Node): Question {
  return `${kind}:${declaration.getSourceFile().fileName}`;
}
