import { type JsonSchema, nearestName, type ObjectSchema } from '@toolwright/contract';
import { resolveRef } from '@toolwright/json-schema';
import type { CodegenContext, DeclaredResource, ToolSite } from '@toolwright/program/compiler';
import type { Parameter } from './parameter.js';

/** Reports mismatches between the variables of a resource's URI and the parameters that receive their values. */
export function checkResource(
  { at }: ToolSite,
  { template, at: uri }: DeclaredResource,
  { schema, parameters }: { readonly schema: ObjectSchema; readonly parameters: readonly Parameter[] },
  { report }: CodegenContext,
): void {
  const { properties, required = [] } = schema;
  const nodeOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.at ?? at;
  const names = Object.keys(properties);
  for (const variable of template.variables) {
    if (Object.hasOwn(properties, variable)) continue;
    const message = `The URI has the variable \`${variable}\`, but there is no such parameter.`;
    const meant = nearestName(variable, names);
    report({
      code: 'TW1035',
      node: uri,
      message,
      ...(meant === undefined ? {} : { hint: `Write \`{${meant}}\`, or rename the parameter.` }),
    });
  }
  for (const [name, property] of Object.entries(properties)) {
    const isVariable = template.variables.includes(name);
    if (!isVariable && required.includes(name)) {
      const message = `The parameter \`${name}\` is required, but the URI \`${template.text}\` has no variable for it.`;
      report({ code: 'TW1036', node: nodeOf(name), message });
    } else if (isVariable && !takesText(property, schema)) {
      const message = `The type of the parameter \`${name}\` cannot be read from a URI.`;
      report({ code: 'TW1037', node: nodeOf(name), message });
    }
  }
}

/** Whether text can represent the value: a string, a number, a boolean or a literal. */
function takesText(schema: JsonSchema, root: ObjectSchema): boolean {
  const target = resolveRef(schema, root);
  if (target === undefined) return false;
  const values = target.enum ?? (target.const === undefined ? undefined : [target.const]);
  if (values !== undefined) return values.some((value) => value !== null && typeof value !== 'object');
  if (target.type !== undefined) return [target.type].flat().some((type) => SCALARS.has(type));
  const branches = target.anyOf ?? target.oneOf;
  return branches === undefined || branches.some((branch) => takesText(branch, root));
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean']);
