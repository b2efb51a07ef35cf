import { type Compiler, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { namesIn } from '../nodes-in.js';
import { exportedSymbols } from '../notes.js';
import { elementOf } from './call-sites.js';
import type { Candidate } from './candidate.js';
import type { References } from './find-references.js';
import type { PlannedTool } from './planned-file.js';

/** Gives each tool the name of its constant, and the name that models see. */
export function nameTools(
  source: ts.SourceFile,
  candidates: readonly Candidate[],
  uses: References,
  compiler: Compiler,
): readonly PlannedTool[] {
  const taken = new Set(namesIn(source).map(({ text }) => text));
  const exported = exportedSymbols(source, compiler);
  return candidates.map((candidate) => {
    const { place, statedName, tool } = candidate;
    if ('constant' in place) {
      const { constant } = place;
      const key = (uses.get(constant) ?? []).map(keyOfUse).find((one) => one !== undefined);
      const seen = tool.framework === 'langchain' ? statedName : (key ?? statedName);
      const isExported = place.kind === 'local' || !exported.has(constant) || isExportedHere(place.statement);
      return { candidate, constant: constant.name, toolName: seen ?? constant.name, isExported };
    }
    const seen = ('key' in place ? place.key : undefined) ?? statedName ?? 'tool';
    const wanted = camelCase(seen);
    let constant = wanted;
    for (let number = 1; taken.has(constant); number += 1)
      constant = `${wanted}Tool${number === 1 ? '' : number}`;
    taken.add(constant);
    return { candidate, constant, toolName: seen, isExported: true };
  });
}

function isExportedHere(statement: ts.VariableStatement): boolean {
  return statement.modifiers?.some(({ kind }) => kind === typescript.SyntaxKind.ExportKeyword) === true;
}

function keyOfUse(use: ts.Identifier): string | undefined {
  const element = elementOf(use);
  if (element === undefined || !typescript.isObjectLiteralElementLike(element)) return undefined;
  const name = element.name;
  return name !== undefined && (typescript.isIdentifier(name) || typescript.isStringLiteral(name))
    ? name.text
    : undefined;
}

const RESERVED =
  /^(?:break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|let|new|null|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield|await)$/;

function camelCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9$]+/).filter((word) => word !== '');
  const joined = words
    .map(
      (word, index) =>
        (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1),
    )
    .join('');
  return joined === '' || /^\d/.test(joined) || RESERVED.test(joined)
    ? `${joined.replace(/^(?=\d)/, 'tool')}Tool`
    : joined;
}
