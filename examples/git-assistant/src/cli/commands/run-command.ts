import { type Capability, gitCapabilities, loadCapabilities } from '@toolwright/capabilities';
import { cannot } from '../../tasks/task.js';
import type { CliIo } from '../cli-io.js';
import { printable, printableJson } from '../display/printable.js';
import type { CommonOptions } from '../options/options.js';
import type { Session } from '../session/session.js';
import { answerCommand } from './answer-command.js';

/**
 * Runs a capability by its name.
 * @throws ToolwrightError `USAGE` with the available names
 */
export async function runCapabilityCommand(session: Session, name: string, words: string): Promise<void> {
  const capabilities = await loadAll(session.options);
  const found = capabilities.find((capability) => capability.name === name);
  if (found === undefined) {
    const names = capabilities.map((capability) => capability.name).join(', ');
    throw cannot(
      `There is no capability "${name}".`,
      `There are: ${names}. Add yours with --capabilities <folder>.`,
    );
  }
  const prompt = words.trim() || `Do your task for this repository: ${found.description}`;
  await answerCommand(session, { capability: name, prompt });
}

/** Prints the available capabilities by name. */
export async function listCapabilities({ stdout }: CliIo, options: CommonOptions): Promise<void> {
  const capabilities = await loadAll(options);
  const rows = capabilities.map(({ name, description, outputType }) => ({
    name,
    description,
    output: outputType,
  }));
  const text = rows.map(({ name, description }) => `${name}: ${description}\n`).join('');
  stdout.write(options.json ? printableJson(rows) : printable(text));
}

async function loadAll({ capabilities }: CommonOptions): Promise<readonly Capability[]> {
  const own = capabilities === undefined ? [] : [capabilities];
  const all = await loadCapabilities([gitCapabilities, ...own]);
  // `verify` belongs to the critic and cannot be run.
  return all.filter(({ name }) => name !== 'verify');
}
