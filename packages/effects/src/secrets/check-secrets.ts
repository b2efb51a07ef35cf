import { isSecretType } from '@toolwright/program/compiler';
import { type Diagnostic, getRule } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import type { CodeUnit } from '../graph/code-graph.js';
import type { ToolProgram } from '../program/read-tool-sites.js';
import { walkNodes } from '../sources/walk-nodes.js';
import type { Analysis } from '../walk/analysis.js';
import { isWithin } from '../walk/positions.js';
import { createSinkSearch, type SecretSink } from './secret-sinks.js';
import { createSecretSearch } from './shown-secrets.js';

/**
 * Finds secrets that the code of tools exposes: in logs, progress, errors, prompts, strings and results.
 * @param units All code units that tools reach.
 */
export function checkSecrets(
  units: Iterable<CodeUnit>,
  { context, collector, sites }: ToolProgram,
  { compiler, isOwn }: Analysis,
): Diagnostic[] {
  const { ts, checker } = compiler;
  // Most programs contain no secrets.
  if (
    !compiler.program.getSourceFiles().some((file) => isOwn(file) && /\bSecret\b|\breveal\b/.test(file.text))
  )
    return [];
  const findSink = createSinkSearch(context);
  const findSecret = createSecretSearch(context);
  const roots = new Set<CodeUnit>(sites.map(({ code }) => code));
  const seen = new Set<ts.Node>();
  const found = new Map<ts.Node, Diagnostic>();

  const report = (value: ts.Node, says: string): void => {
    if (found.has(value)) return;
    const { severity, fix } = getRule('TW6010');
    const text = value.getText().replace(/\s+/g, ' ').slice(0, 60);
    const message = `A secret ${says}: \`${text}\`.`;
    found.set(value, { code: 'TW6010', severity, message, hint: fix, ...collector.placeOf(value) });
  };
  const check = ({ says, values }: SecretSink): void => {
    for (const value of values) {
      const secret = findSecret(value);
      // A constant is reported where it is exposed.
      if (secret !== undefined) report(isWithin(secret, value) ? secret : value, says);
    }
  };

  for (const unit of units) {
    if (ts.isSourceFile(unit) || !isOwn(unit.getSourceFile())) continue;
    walkNodes(ts, ts.isClassLike(unit) ? constructionOf(unit, ts) : [unit], (node) => {
      if (seen.has(node)) return false;
      seen.add(node);
      const sink = findSink(node);
      if (sink !== undefined) check(sink);
      if (ts.isTemplateExpression(node)) {
        for (const { expression } of node.templateSpans)
          if (isSecretType(checker.getTypeAtLocation(expression)))
            report(expression, 'is in a string, which shows [secret]');
      }
      return true;
    });
    if (roots.has(unit))
      for (const value of resultsOf(unit, ts)) check({ says: 'is in the result of a tool', values: [value] });
  }
  return [...found.values()];
}

/** Returns the code that runs when a class is constructed. */
function constructionOf(owner: ts.ClassLikeDeclaration, ts_: typeof ts): ts.Node[] {
  return owner.members.filter(
    (member) => ts_.isConstructorDeclaration(member) || ts_.isPropertyDeclaration(member),
  );
}

/** Returns the expressions that a function returns. */
function resultsOf(unit: ts.Node, ts_: typeof ts): ts.Expression[] {
  if (!ts_.isFunctionLike(unit) || !('body' in unit) || unit.body === undefined) return [];
  if (!ts_.isBlock(unit.body)) return [unit.body as ts.Expression]; // the body of an arrow function
  const results: ts.Expression[] = [];
  walkNodes(ts_, [unit.body], (node) => {
    if (ts_.isReturnStatement(node) && node.expression !== undefined) results.push(node.expression);
    return !ts_.isFunctionLike(node) && !ts_.isClassLike(node);
  });
  return results;
}
