import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isToolwrightError, type JsonSchema, type JsonValue } from '@toolwright/contract';
import { parseOutput } from './parse-output.js';

/** A broken answer, with the expected value or the reason for its refusal. */
interface Case {
  readonly name: string;
  readonly schema: string;
  readonly text: string;
  readonly value?: JsonValue;
  /** Paths of all reported changes, in order. Default: none. */
  readonly changes?: readonly string[];
  /** A part of the error message. */
  readonly refused?: string;
}

const folder = fileURLToPath(new URL('./corpus/', import.meta.url));
// The files have the types of their readers; a wrong entry fails its test.
const schemas = read('schemas.test.json') as Readonly<Record<string, JsonSchema>>;
const groups = readdirSync(folder).filter((file) => file !== 'schemas.test.json');

// E10
describe.each(groups)('model outputs: %s', (file) => {
  const cases = read(file) as readonly Case[];

  it.each(cases)('$name', async ({ schema, text, value, changes = [], refused }) => {
    const target = schemas[schema];
    if (target === undefined) throw new Error(`No schema ${schema}`);
    if (refused !== undefined) {
      const failure: unknown = await parseOutput(text, target).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'INVALID_OUTPUT', message: expect.stringContaining(refused) });
      expect(isToolwrightError(failure) && failure.cause).toBeDefined();
      return;
    }
    const parsed = await parseOutput(text, target);
    expect({ value: parsed.value, changes: parsed.warnings.map(({ path }) => path) }).toEqual({
      value,
      changes,
    });
  });
});

it('includes at least 150 cases', () => {
  expect(groups.flatMap((file) => read(file)).length).toBeGreaterThanOrEqual(150);
});

function read(file: string): unknown {
  return JSON.parse(readFileSync(folder + file, 'utf8'));
}
