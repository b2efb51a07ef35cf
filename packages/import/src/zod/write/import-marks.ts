import { Names, upperFirst } from '../../openapi/names.js';

/** The modules of the names that a migrated file imports. The manifest's depends on the file. All other names are type tags. */
const MODULES: Readonly<Record<string, string>> = {
  manifest: '',
  toAiTools: '@toolwright/adapters/ai-sdk',
  toLangChainTools: '@toolwright/adapters/langchain',
  ToolSet: 'ai',
  ToolsInput: '@mastra/core/agent',
};

/** All but one of the imported classes and interfaces are types. */
const TYPE = /^(?!ToolRegistry$)[A-Z]/;

const MARK = /(?:\b(\w+) as )?\btoolwright__(\w+)\b/g;

/** Returns what stands for an imported name until it is known what else the file calls so. */
export function importMark(name: string): string {
  return `toolwright__${name}`;
}

/** Whether a text has names that look like marks. */
export function hasMarks(text: string): boolean {
  return /\btoolwright__\w/.test(text);
}

/** A name that a file must import. */
export interface Wanted {
  readonly name: string;
  readonly module: string;
  readonly isType: boolean;
}

/** Finds what the marks of a text stand for, in alphabetical order. */
export function wantedImports(text: string, manifest: string): readonly Wanted[] {
  const names = new Set(Array.from(text.matchAll(MARK), ([, , name = '']) => name));
  return [...names].sort().map((name) => {
    const module = Object.hasOwn(MODULES, name) ? MODULES[name] : 'toolwright';
    return { name, module: module || manifest, isType: TYPE.test(name) };
  });
}

/** Returns the names of an import, each as its mark. */
export function importedMarks(names: readonly Wanted[]): string {
  return names.map(({ name, isType }) => `${isType ? 'type ' : ''}${name} as ${importMark(name)}`).join(', ');
}

/**
 * Writes names for the marks of a text.
 * @param known the local names of what the file imported before
 * @param taken the names that have another meaning in the file
 */
export function withLocalNames(
  text: string,
  known: ReadonlyMap<string, string>,
  taken: Iterable<string>,
): string {
  const locals = new Map(known);
  const names = new Names(taken);
  return text.replace(MARK, (_given, imported: string | undefined, name: string) => {
    const other = `toolwright${upperFirst(name)}`;
    const local = locals.get(name) ?? names.take(name, other);
    locals.set(name, local);
    return imported === undefined || imported === local ? local : `${imported} as ${local}`;
  });
}
