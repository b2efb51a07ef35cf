import type { ts } from 'ts-morph';
import type { CodegenContext } from '../context.js';
import type { FunctionDocs } from '../docs/docs.js';
import { readFunctionDocs } from '../docs/jsdoc.js';

/** Joins the JSDoc of a tool's declarations: what the nearest one leaves out comes from the next, such as the method that it overrides. */
export function readToolDocs(
  declarations: readonly ts.Node[],
  isParameter: (name: string) => boolean,
  { compiler }: CodegenContext,
): FunctionDocs {
  const all = [...new Set(declarations)].map((node) => readFunctionDocs(compiler, node, isParameter));
  const [only] = all;
  if (only !== undefined && all.length === 1) return only;
  const first = <Key extends keyof FunctionDocs>(key: Key): FunctionDocs[Key] | undefined =>
    all.find((docs) => docs[key] !== undefined)?.[key];
  const [description, title, deprecated, returns] = [
    first('description'),
    first('title'),
    first('deprecated'),
    first('returns'),
  ];
  return {
    ...(description === undefined ? {} : { description }),
    ...(title === undefined ? {} : { title }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(returns === undefined ? {} : { returns }),
    tags: all.find(({ tags }) => tags.length > 0)?.tags ?? [],
    parameters: all.find(({ parameters }) => parameters.size > 0)?.parameters ?? new Map(),
  };
}
