import { type Compiler, typescript, unwrap } from '@toolwright/program/compiler';
import { type ForeignTool, NotMigrated } from '../foreign-tool.js';
import { namesIn } from '../nodes-in.js';
import { isShape } from '../read/read-tool.js';
import { findZodFunction } from '../read/zod-names.js';

/** A Zod schema that stays, because only Zod can apply its rules. */
export interface ZodConstant {
  readonly name: string;
  /** Declares the constant, unless the source does. */
  readonly statement?: string;
}

/** Gives the schema of a tool's arguments a name. @throws NotMigrated */
export function zodConstant(tool: ForeignTool, constant: string, compiler: Compiler): ZodConstant {
  const input = tool.input && unwrap(tool.input, typescript);
  if (input === undefined) throw new NotMigrated(tool.call, 'it has no schema');
  const isPart = isShape(input, compiler);
  if (typescript.isIdentifier(input) && !isPart) return { name: input.text };
  const name = `${constant}Schema`;
  if (new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b`).test(tool.call.getSourceFile().text))
    throw new NotMigrated(input, `\`${name}\` has another meaning in this file`);
  const text = input.getText();
  if (!isPart) return { name, statement: `const ${name} = ${text};` };
  // What the shape calls `z`.
  const z = namesIn(input).find(
    ({ parent }) =>
      typescript.isPropertyAccessExpression(parent) && findZodFunction(parent, compiler) !== undefined,
  );
  if (z === undefined) throw new NotMigrated(input, 'its shape is made elsewhere');
  return { name, statement: `const ${name} = ${z.text}.object(${text});` };
}
