import type { JsonSchema } from '@toolwright/contract';
import {
  commentText,
  createLock,
  diffLocks,
  inlineReferences,
  type SourceLoss,
  SourcePrinter,
} from '@toolwright/json-schema';
import { createCollector } from '@toolwright/program/diagnostics';
import { schemaFits } from '@toolwright/tools/validation';
import fc from 'fast-check';
import { arbitrarySchema } from '../../../packages/json-schema/src/arbitrary-schema.test.support.js';
import { accepts } from '../../../packages/json-schema/src/contains/accepts.test.support.js';
import {
  createTypeProgram,
  findInput,
} from '../../../packages/program/src/testing/type-program.test.fixture.js';
import { emitSchema } from '../emit/schema.js';
import { createLowering } from './lowering.js';

/** `npm run soak` sets it. */
const COUNT = Number(process.env.RANDOM_SCHEMAS ?? 300);

interface Read {
  readonly schema: JsonSchema | undefined;
  readonly losses: readonly SourceLoss[];
  readonly messages: readonly string[];
  readonly text: string;
}

/** Prints schemas, each as a file of its own, and reads all files with codegen. */
function roundTrip(schemas: readonly JsonSchema[]): readonly Read[] {
  const printed = schemas.map(printFile);
  const file = (index: number): string => `/printed/${index}.ts`;
  const compiler = createTypeProgram(
    [],
    Object.fromEntries(printed.map(({ text }, index) => [file(index), text])),
  );
  return printed.map(({ text, losses }, index) => {
    const collector = createCollector((name) => name);
    const lowering = createLowering(compiler, collector.report);
    const { type, node } = findInput(compiler, file(index));
    const lowered = lowering.lowerType(type, node, 'input');
    const invalid = compiler.program.getSemanticDiagnostics(compiler.program.getSourceFile(file(index)));
    const messages = [
      ...collector.diagnostics().map(({ code, message }) => `${code} ${message}`),
      ...invalid.map(({ code, messageText }) => `TS${code} ${JSON.stringify(messageText)}`),
    ];
    return { schema: lowered && emitSchema(lowered, lowering.definitions), losses, messages, text };
  });
}

function printFile(schema: JsonSchema): { readonly text: string; readonly losses: readonly SourceLoss[] } {
  const { $defs = {}, ...root } = schema;
  const isValue = (value: unknown, part: JsonSchema): boolean => accepts({ ...part, $defs }, value);
  const printer = new SourcePrinter({ definitions: $defs, isValue });
  printer.declare(root, { path: '', name: 'Input', margin: '' });
  const text = printer.declarations;
  const tags = printer.typeTags;
  const imports = tags.length === 0 ? '' : `import type { ${tags.join(', ')} } from 'toolwright';\n`;
  return { text: imports + text, losses: printer.losses };
}

/** Lists what a contract comparison finds between two schemas, in both directions. */
function differences(one: JsonSchema, other: JsonSchema): readonly string[] {
  const lock = (schema: JsonSchema) =>
    createLock([{ name: 'it', description: '', parameters: inlineReferences(schema), annotations: {} }]);
  return [
    ...diffLocks(lock(one), lock(other), schemaFits).changes,
    ...diffLocks(lock(other), lock(one), schemaFits).changes,
  ].flatMap(({ path, verdict, message }) => (verdict === 'compatible' ? [] : [`${path}: ${message}`]));
}

describe('schemas printed as TypeScript', () => {
  it('come back from codegen as the same schemas, or their losses are named', () => {
    const samples = fc.sample(arbitrarySchema(3, 'open'), COUNT).map(({ schema, $defs }) => ({
      type: 'object' as const,
      properties: { it: schema },
      required: ['it'],
      additionalProperties: false,
      $defs,
    }));
    const faults: string[] = [];
    let exact = 0;
    roundTrip(samples).forEach(({ schema, losses, messages, text }, index) => {
      const original = samples[index] ?? {};
      const found =
        schema === undefined ? ['no schema'] : losses.length > 0 ? [] : differences(original, schema);
      if (losses.length === 0) exact += 1;
      const errors = messages.filter((message) => losses.length === 0 || !message.startsWith('TW2021'));
      if (found.length > 0 || errors.length > 0)
        faults.push([JSON.stringify(original), text, JSON.stringify(schema), ...found, ...errors].join('\n'));
    });
    // The comparison also sees a description that moves from the only alternative beside null to the whole.
    expect(faults.slice(Math.floor(COUNT / 500), 10)).toEqual([]);
    expect(exact).toBeGreaterThan(COUNT / 5);
  });

  it('have the descriptions that they had, whatever these hold', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '*/',
        '@default 3',
        '@',
        '\n',
        '`',
        '```',
        '* ',
        '{@link Foo bar}',
        '\\',
        '\\@',
        '\r\n',
        '. ',
        '"',
        "'",
        '//',
        '  ',
        '/**',
        '~~~',
        '*',
        '/',
        '@param x y',
        '\u202e',
        '\u0000',
        '\t',
        '- ',
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    );
    const texts = fc.sample(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      COUNT,
    );
    const read = roundTrip(
      texts.map((description) => ({
        type: 'object',
        properties: { a: { type: 'number', description, default: 7 } },
        additionalProperties: false,
        description,
      })),
    );
    const faults = read.flatMap(({ schema, text, losses }, index) => {
      // The printer says of what it changes that it does.
      if (losses.length > 0) return [];
      const wanted = commentText(texts[index] ?? '') || undefined;
      const got = schema?.properties?.a;
      return got?.description === wanted && schema?.description === wanted && got?.default === 7
        ? []
        : [`${JSON.stringify(wanted)}\n${JSON.stringify(schema)}\n${text}`];
    });
    expect(faults.slice(0, 3)).toEqual([]);
  });
});
