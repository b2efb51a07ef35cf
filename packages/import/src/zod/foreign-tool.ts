import type { ts } from 'ts-morph';

/** The libraries whose tools can be migrated. */
export type Framework = 'ai-sdk' | 'mastra' | 'mcp' | 'langchain';

/** A tool of another library, as its source says it. */
export interface ForeignTool {
  readonly framework: Framework;
  /** The call that makes the tool, or the object that is one. */
  readonly call: ts.CallExpression | ts.NewExpression | ts.ObjectLiteralExpression;
  /** The name that models see, if the call says it. The AI SDK takes the name from the record of tools. */
  readonly name?: ts.Expression | undefined;
  readonly title?: ts.Expression | undefined;
  readonly description?: ts.Expression | undefined;
  /** A Zod schema, or the shape of one. */
  readonly input?: ts.Expression | undefined;
  readonly output?: ts.Expression | undefined;
  /** The hints of an MCP tool. */
  readonly hints?: ts.Expression | undefined;
  readonly needsApproval?: ts.Expression | undefined;
  readonly handler: ts.Expression | ts.MethodDeclaration;
}

/** A tool that is left alone. */
export class NotMigrated extends Error {
  constructor(
    readonly node: ts.Node,
    readonly reason: string,
  ) {
    super(reason);
  }
}
