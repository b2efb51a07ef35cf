import type { DialectDefinition, WireSchema } from '../dialect.js';

export interface JsonSchemaTool {
  name: string;
  description: string;
  parameters: WireSchema;
}

/** The canonical form: draft 2020-12, as in the manifest. */
export const jsonSchemaDialect: DialectDefinition<JsonSchemaTool> = {
  limits: {},
  wireTool: ({ name, description }, parameters) => ({ name, description, parameters }),
};
