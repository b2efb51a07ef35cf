import type { TextEdit } from '@toolwright/codegen/edits';
import type { ts } from 'ts-morph';

/** A function whose parameters and body are written here. */
export type FunctionNode = ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration;

/** What a migrated function takes. */
export interface HandlerTypes {
  /** The type of the arguments. Absent if the tool has none. */
  readonly input?: string | undefined;
  /** The type of the result, if the function states none. */
  readonly output?: string | undefined;
  /** The defaults of members, as JSON. */
  readonly defaults: ReadonlyMap<string, string>;
  /** The Zod schema that parses the arguments, if only Zod can apply its rules. */
  readonly schema?: string | undefined;
  /** Edits of the file, of which those within the body are applied. */
  readonly edits: readonly TextEdit[];
  /** The column of the statement. */
  readonly margin: string;
  readonly newline: string;
}
