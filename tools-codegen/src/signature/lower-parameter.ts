import type { CodegenContext, Docs } from '@toolwright/program/compiler';
import { applyDocs } from '../docs/apply-docs.js';
import type { TypeNode } from '../ir/type-node.js';
import type { Lowering } from '../lower/lowering.js';
import { bindingDefaults, readDefault } from './defaults.js';
import { applyMembers, withDefault } from './member-docs.js';
import type { Parameter } from './parameter.js';
import type { ParameterDocs } from './parameter-docs.js';
import { reportSlowPatterns } from './slow-patterns.js';

/**
 * Lowers the type of a parameter, and adds its default and its documentation from the tool's JSDoc. If JSON cannot carry the type, reports
 * this and returns undefined.
 */
export function lowerParameter(
  parameter: Parameter,
  { own, members }: ParameterDocs,
  lowering: Lowering,
  context: CodegenContext,
): TypeNode | undefined {
  const { at, declaration } = parameter;
  const node = lowering.lowerType(parameter.type, at, 'input');
  if (node === undefined) return undefined;
  const { definitions } = lowering;
  const extras = {
    docs: members,
    defaults: bindingDefaults(declaration?.name, (path) => statesDefault(members.get(path)), context),
  };
  const complete = applyDocs(
    applyMembers(node, extras, definitions, { report: context.report, at }),
    own,
    definitions,
    context.report,
  );
  if (lowering.hasPattern(complete)) reportSlowPatterns(parameter, complete, definitions, context.report);
  const initial = readDefault(declaration?.initializer, statesDefault(own), context);
  return withDefault(complete, initial, { docs: own, definitions, report: context.report });
}

function statesDefault(docs: Docs | undefined): boolean {
  return docs?.tags.some(({ name }) => name === 'default') ?? false;
}
