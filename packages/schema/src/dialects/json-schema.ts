import { type Dialect, unchanged, type WireSchema } from '../dialect.js';

export interface JsonSchemaTool {
  name: string;
  description: string;
  parameters: WireSchema;
}

/** The canonical form: draft 2020-12, as it stands in the manifest. */
export const jsonSchemaDialect: Dialect<JsonSchemaTool> = {
  name: 'json-schema',
  limits: {},
  lower: unchanged,
  decode: (value) => value,
  wireTool: ({ name, description, parameters }) => ({ name, description, parameters: { ...parameters } }),
};
