import type { Command } from 'commander';
import { installHook, uninstallHook } from '../../git/hooks.js';
import { cannot } from '../../tasks/task.js';
import type { CliIo } from '../cli-io.js';
import { printable } from '../display/printable.js';
import type { CommonOptions } from '../options/options.js';
import { openSession } from '../session/session.js';
import { runHook } from './hook-command.js';

const SETTINGS = 'It reads the environment and the settings: write into settings.toml what it is to do.';

/** The commands that install, remove and run the git hook. */
export function addHook(program: Command, io: CliIo): void {
  const open = () => {
    const { repo, debug, ...others } = program.opts<CommonOptions>();
    if (Object.keys(others).length > 0)
      throw cannot('The hook takes no option but --repo and --debug.', SETTINGS);
    return openSession(io, program.opts<CommonOptions>());
  };
  const hook = program.command('hook').description('put a draft into the editor of "git commit"');
  hook
    .command('install')
    .description('install the prepare-commit-msg hook; one of your own is never overwritten')
    .action(async () => {
      const { repository } = await open();
      io.stderr.write(printable(`Installed ${await installHook(repository.git, io.command)}\n`));
    });
  hook
    .command('uninstall')
    .description('remove it')
    .action(async () => {
      const { repository } = await open();
      io.stderr.write(printable(`Removed ${await uninstallHook(repository.git)}\n`));
    });
  hook
    .command('run', { hidden: true })
    .argument('<file>')
    .argument('[source]')
    .argument('[commit]')
    .action(async (file: string, source?: string) =>
      runHook(io, program.opts<CommonOptions>(), file, source),
    );
}
