import path from 'node:path';
import { typeName } from '@toolwright/json-schema';
import { findNodes, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { Names } from '../../openapi/names.js';
import { namesIn } from '../nodes-in.js';
import { nameOf } from '../read/objects.js';
import { isReserved } from '../reserved-words.js';
import type { Candidate } from './candidate.js';
import { elementOf } from './containers.js';
import type { References } from './find-references.js';
import type { PlannedTool } from './planned-file.js';

/** Gives each tool the name of its constant, and the name that models see. */
export function nameTools(
  source: ts.SourceFile,
  candidates: readonly Candidate[],
  uses: References,
): readonly PlannedTool[] {
  const all = namesIn(source).map(({ text }) => text);
  const names = new Names(all);
  const listed = new Set(
    findNodes(source, { ts: typescript }, typescript.isExportSpecifier)
      .filter((one) => one.parent.parent.moduleSpecifier === undefined)
      .map(({ name, propertyName }) => (propertyName ?? name).text),
  );
  const newName = (wanted: string): string =>
    names.take(...(isReserved(wanted) ? [] : [wanted]), `${wanted}Tool`);
  return candidates.map((candidate) => {
    const { place, statedName, tool } = candidate;
    if ('constant' in place) {
      const { name } = place.constant;
      const own = uses.get(place.constant) ?? [];
      const keys = own.map(keyOf);
      const key = tool.framework === 'langchain' ? undefined : keys.find((one) => one !== undefined);
      const file = path.basename(source.fileName).replace(/\..*$/, '');
      // A constant of a function may have the name of another.
      const isShared = place.kind === 'local' && all.filter((one) => one === name).length > own.length + 1;
      const wanted = name === 'default' ? constantName(file) : name;
      const constant = name === 'default' || isShared ? newName(wanted) : name;
      const isExported = place.kind === 'local' || !listed.has(name);
      return { candidate, constant, toolName: key ?? statedName ?? constant, isExported };
    }
    const toolName = ('key' in place ? place.key : undefined) ?? statedName ?? 'tool';
    return { candidate, constant: newName(constantName(toolName)), toolName, isExported: true };
  });
}

/** Returns the key that a record of tools has for a use of one. */
function keyOf(use: ts.Identifier): string | undefined {
  const element = elementOf(use);
  return element && typescript.isObjectLiteralElementLike(element) ? nameOf(element) : undefined;
}

function constantName(toolName: string): string {
  const name = typeName(toolName);
  return (name.charAt(0).toLowerCase() + name.slice(1)).replace(/^(?=\d|$)/, 'tool');
}
