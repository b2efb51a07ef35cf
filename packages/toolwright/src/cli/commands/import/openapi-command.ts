import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatCount, visibleLine } from '@toolwright/contract';
import type { Difference, ImportedClient } from '@toolwright/import';
import type { Command } from '../../args/command.js';
import type { CommandContext } from '../../command-context.js';
import { loadOptional } from '../../load/load-optional.js';
import type { CliIo } from '../../process/cli-io.js';
import { parsePath } from '../../project/project-options.js';
import { userError } from '../../user-error.js';
import { hasHeadOf, writeOwnFiles } from './write-own-file.js';

const NAMES = ['operationId', 'path'] as const;

const EXAMPLES = `
Examples:
  $ toolwright import openapi petstore.yaml --out src/petstore.ts
  $ toolwright import openapi https://example.com/api.json --tag a --out a.ts
  $ toolwright import openapi petstore.yaml --out src/petstore.ts --check

Writes classes of ordinary tools, and lists what the document says and types
cannot say. Put changes into a subclass: the file is written again as a whole.
Without --out, prints the source. Exit codes: 0; 1 if --check finds a change or
--prove a difference in values; 2 if the arguments are invalid.`;

interface OpenApiOptions {
  readonly out?: string;
  readonly tag: readonly string[];
  readonly path: readonly string[];
  readonly operation: readonly string[];
  readonly names: (typeof NAMES)[number];
  readonly closed?: true;
  readonly allowRemote?: true;
  readonly allowOutside?: true;
  readonly force?: true;
  readonly check?: true;
  readonly prove?: true;
  readonly project: string;
}

type Imports = typeof import('@toolwright/import');

/** `toolwright import openapi`. */
export const openApiCommand: Command<OpenApiOptions> = {
  description: 'write tools from an OpenAPI document, 3.0 or 3.1',
  parameters: [['<document>', 'a file or a URL, JSON or YAML']],
  options: [
    ['-o, --out <file>', 'the file to write', { parse: parsePath }],
    ['--tag <tag>', 'only operations with this tag; repeatable', { default: [] }],
    [
      '--path <path>',
      'only this path, or with * at its end those that begin so; repeatable',
      { default: [] },
    ],
    ['--operation <id>', 'only this operationId, or "GET /pets"; repeatable', { default: [] }],
    ['--names <source>', 'names of tools', { choices: NAMES, default: 'operationId' }],
    ['--closed', 'refuse members of objects that the document does not name'],
    ['--allow-remote', 'read referenced documents from other servers, too'],
    ['--allow-outside', 'read referenced files from other folders, too'],
    ['--force', 'replace a file that this command did not write'],
    ['--check', 'write nothing; exit with 1 if the file would change', { conflicts: ['prove'] }],
    ['--prove', 'read the file with codegen, and compare each tool with the document'],
    [
      '-p, --project <tsconfig>',
      'the tsconfig of --prove and --check',
      { default: 'tsconfig.json', parse: parsePath },
    ],
  ],
  notes: EXAMPLES,
  run: (options, [document = ''], context) => runImport(document, options, context),
};

async function runImport(document: string, options: OpenApiOptions, context: CommandContext): Promise<void> {
  const { io } = context;
  const {
    out,
    tag,
    path: paths,
    operation,
    names,
    closed,
    allowRemote,
    allowOutside,
    force = false,
  } = options;
  if (out === undefined && (options.check || options.prove))
    throw userError('USAGE', '--check and --prove need --out.', 'Name the file.');
  const imports = await loadOptional(
    '@toolwright/import',
    () => import('@toolwright/import'),
    'npm install',
    io.cwd,
  );
  const address = /^https?:\/\//i.test(document)
    ? document
    : pathToFileURL(path.resolve(io.cwd, document)).href;
  const client = await imports.importOpenApi(address, {
    ...(tag.length > 0 && { tags: tag }),
    ...(paths.length > 0 && { paths }),
    ...(operation.length > 0 && { operations: operation }),
    ...{ names, closed, allowRemote, allowOutside },
  });
  if (client.operations.length === 0) {
    report(client, io);
    throw userError(
      'INVALID_CONFIG',
      `${document} has no operations that match.`,
      'Check --tag, --path and --operation.',
    );
  }
  if (options.check && out !== undefined) return checkFile(client, out, options, imports, context);
  report(client, io);
  if (out === undefined) {
    io.stdout.write(client.text);
    return;
  }
  const file = { shown: out, text: client.text, isOwn: hasHeadOf(client.text) };
  await writeOwnFiles(io.cwd, force, [file]);
  io.stdout.write(
    `Wrote ${out} with ${formatCount(client.operations.length, 'tool')}. Run: npx toolwright codegen\n`,
  );
  if (options.prove) await proveFile(client, out, options, imports, context);
}

/** Lists what was read or named in another way, and what no type says. */
function report({ notes, losses, documents }: ImportedClient, { stderr }: CliIo): void {
  for (const address of documents.addresses.slice(1)) stderr.write(`${visibleLine(`read: ${address}`)}\n`);
  for (const { place, message } of notes) stderr.write(`${visibleLine(`note: ${place}: ${message}`)}\n`);
  for (const { path: place, keyword, what } of losses)
    stderr.write(`${visibleLine(`lost: ${place}: \`${keyword}\` ${what}`)}\n`);
}

async function checkFile(
  client: ImportedClient,
  out: string,
  { project }: OpenApiOptions,
  { documentTools, prove }: Imports,
  { io, setExitCode }: CommandContext,
): Promise<void> {
  const file = path.resolve(io.cwd, out);
  const current = existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : undefined;
  if (current === client.text) {
    io.stdout.write(`${out} matches: ${formatCount(client.operations.length, 'tool')}.\n`);
    return;
  }
  setExitCode(1);
  if (current === undefined) {
    io.stderr.write(`${out} does not exist. Run the command without --check.\n`);
    return;
  }
  const { canonicalSchema, createLock, diffLocks } = await import('@toolwright/json-schema');
  const { schemaFits } = await import('@toolwright/tools/validation');
  const { formatPretty } = await import('../diff/format-pretty.js');
  const { lock } = await prove(file, path.resolve(io.cwd, project), []);
  const own = new Map(lock.map((tool) => [tool.name, tool]));
  const before = lock.map(({ parameters, output, ...tool }) => ({
    ...{ ...tool, parameters: canonicalSchema(parameters) },
    ...(output !== undefined && { output: canonicalSchema(output) }),
  }));
  const after = documentTools(client).map(({ name, description, parameters, output, isClosed = false }) => {
    const old = own.get(name);
    const result = output ?? old?.output;
    const annotations = old?.annotations ?? {};
    return {
      ...{ name, description, annotations, parameters: canonicalSchema(parameters, { isClosed }) },
      ...(result !== undefined && { output: canonicalSchema(result, { isClosed }) }),
    };
  });
  const diff = diffLocks(createLock(before), createLock(after), schemaFits);
  io.stderr.write(`${formatPretty(diff, false)}\n`);
  io.stderr.write(
    `${out} does not match the document. Run the command without --check if the changes are intended.\n`,
  );
}

async function proveFile(
  client: ImportedClient,
  out: string,
  { project }: OpenApiOptions,
  { documentTools, prove }: Imports,
  { io, setExitCode }: CommandContext,
): Promise<void> {
  const proof = await prove(path.resolve(io.cwd, out), path.resolve(io.cwd, project), documentTools(client));
  for (const error of proof.errors) io.stderr.write(`${visibleLine(`error: ${error}`)}\n`);
  for (const difference of proof.differences) io.stderr.write(`${visibleLine(describe(difference))}\n`);
  const differing = new Set(proof.differences.map(({ place }) => place));
  const total = client.operations.length;
  io.stdout.write(`Tools with exactly the schemas of the document: ${total - differing.size} of ${total}.\n`);
  if (proof.errors.length > 0 || proof.differences.some(({ isOfValues }) => isOfValues)) setExitCode(1);
}

function describe({ place, path: pointer, message, isOfValues }: Difference): string {
  return `${isOfValues ? 'differs' : 'text differs'}: ${place} ${pointer}: ${message}`;
}
