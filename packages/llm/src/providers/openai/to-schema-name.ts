/** The name of a schema with what the API takes in it: 1 to 64 letters, digits, underscores and dashes. */
export function toSchemaName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]+/g, '_').slice(0, 64) || 'answer';
}
