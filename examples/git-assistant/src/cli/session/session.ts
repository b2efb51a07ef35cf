import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isMissing } from '@toolwright/capabilities/guard';
import { errorMessage } from '@toolwright/contract';
import { isToolwrightError } from 'toolwright';
import { readText } from '../../files/read-text.js';
import { withholdTokens } from '../../files/secret-text.js';
import { openRepository, type Repository } from '../../git/open-repository.js';
import { type Connection, connect } from '../../model/connect.js';
import type { Task } from '../../tasks/task.js';
import type { CliIo } from '../cli-io.js';
import { paint } from '../display/paint.js';
import { printable, printableJson } from '../display/printable.js';
import type { CommonOptions } from '../options/options.js';
import { REPOSITORY_SETTINGS, readRepositorySettings, readUserSettings } from '../options/settings.js';
import { type Assistant, createAssistant } from './assistant.js';

/** The repository, model and settings that a command uses. */
export interface Session {
  readonly io: CliIo;
  readonly options: CommonOptions;
  readonly repository: Repository;
  /** Where the user is, in the repository; without symbolic links. */
  readonly folder: string;
}

/** Opens the repository that the options or the folder name. Settings fill in options that are missing on the command line. */
export async function openSession(
  io: CliIo,
  options: CommonOptions,
  { keepIndex = false }: { readonly keepIndex?: boolean } = {},
): Promise<Session> {
  const { GIT_INDEX_FILE: index, ...others } = io.env;
  const place = resolve(io.cwd, options.repo ?? '.');
  const repository = await openRepository(place, {
    allowRun: options.allowRun,
    // A hook may use only the index of its own repository.
    environment: keepIndex ? { ...others, GIT_INDEX_FILE: index } : others,
  });
  const here = await realpath(place);
  // An alias of git begins in the top folder, and this variable names the user's.
  const prefix = (options.repo === undefined && here === repository.root && io.env.GIT_PREFIX) || '';
  const user = await readUserSettings(io.env);
  const own = await readOwnSettings(repository, io.stderr);
  return {
    io,
    options: { ...forProvider(user, options.provider, io), ...own, ...options },
    repository,
    folder: await realpath(join(here, prefix)).catch(() => here),
  };
}

/** The user's settings. Those of one provider are left out if the command line names another one, whose key and model they must not meet. */
function forProvider(
  user: CommonOptions,
  provider: CommonOptions['provider'],
  { stderr }: CliIo,
): CommonOptions {
  if (provider === undefined || provider === user.provider) return user;
  const { model, fastModel, baseUrl, ...others } = user;
  const left = Object.entries({ model, fast_model: fastModel, base_url: baseUrl }).filter(
    ([, value]) => value,
  );
  if (left.length > 0) {
    const names = left.map(([name]) => name).join(', ');
    stderr.write(
      `Note: ${names} in the settings belong to ${user.provider ?? 'no provider'}, and are not used for ${provider}.\n`,
    );
  }
  return others;
}

async function readOwnSettings(repository: Repository, stderr: CliIo['stderr']): Promise<CommonOptions> {
  try {
    return readRepositorySettings((await readText(repository, REPOSITORY_SETTINGS)).text, stderr);
  } catch (error) {
    if (!isToolwrightError(error) || error.code !== 'INVALID_ARGUMENTS') throw error;
    // Other people write this file, so the command continues whatever is in it.
    if (!isMissing(error.cause)) stderr.write(printable(`Warning: ${errorMessage(error)} It is not used.\n`));
    return {};
  }
}

/** Connects to the model while the work runs. With `--dry-run`, prints what would be asked instead. */
export async function withAssistant(
  { io, options, repository }: Session,
  task: Task,
  work: (assistant: Assistant, connection: Pick<Connection, 'scripted' | 'config'>) => Promise<void>,
): Promise<void> {
  const connection = await connect(options, io.env);
  try {
    const assistant = await createAssistant(repository, connection, options, io, task.capability);
    io.stderr.write(`${paint('dim', connection.about, io)}\n\n`);
    if (options.dryRun) describe(assistant, { ...task, prompt: withholdTokens(task.prompt) }, io, options);
    else await work(assistant, connection);
  } finally {
    await connection.close();
  }
}

function describe(
  assistant: Assistant,
  { capability, prompt }: Task,
  { stdout }: CliIo,
  options: CommonOptions,
): void {
  const found = assistant.capabilities.find(({ name }) => name === capability);
  const plan = { capability, description: found?.description, output: found?.outputType, prompt };
  if (options.json) {
    stdout.write(printableJson({ dryRun: true, ...plan }));
    return;
  }
  stdout.write(
    printable(
      `Dry run: no model is asked, and nothing is changed.\nCapability: ${capability} (${plan.description ?? 'plain text'})\n` +
        `Answer: ${plan.output ?? 'PlainText'}\nPrompt:\n${prompt}\n`,
    ),
  );
}
