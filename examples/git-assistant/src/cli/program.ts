import { Command, InvalidArgumentError, Option } from 'commander';
import { SEVERITIES } from '../output/render-answer.js';
import { prepareBlame } from '../tasks/prepare-blame.js';
import { type NotesOptions, prepareNotes } from '../tasks/prepare-notes.js';
import { preparePullRequest, type ReviewOptions } from '../tasks/prepare-review.js';
import type { CliIo } from './cli-io.js';
import { answerCommand } from './commands/answer-command.js';
import { chatCommand } from './commands/chat-command.js';
import { type CommitOptions, commitCommand } from './commands/commit-command.js';
import { addHook } from './commands/hook-options.js';
import { FORMATS, type ReportOptions, reviewCommand } from './commands/review-command.js';
import { listCapabilities, runCapabilityCommand } from './commands/run-command.js';
import { redacted } from './display/redacted.js';
import { type CommonOptions, PROVIDERS } from './options/options.js';
import { openSession, type Session } from './session/session.js';
import { version } from './version.js';

export function createProgram(io: CliIo): Command {
  const program = new Command('git-assistant')
    .description(
      'Commit messages, reviews, pull requests, changelogs, release notes and answers for any git repository',
    )
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(redacted(text, io)),
    })
    .version(version(), '--version')
    .exitOverride()
    .showHelpAfterError('Add --help to see what there is.');
  const open = () => openSession(io, program.opts<CommonOptions>());
  addOptions(program);
  addCommit(program, open);
  addReview(program, open);
  addNotes(program, open);
  addQuestions(program, open);
  addCapabilities(program, io, open);
  addHook(program, io);
  return program;
}

type Open = () => Promise<Session>;

function addOptions(program: Command): void {
  program
    .option('--repo <folder>', 'a folder of the repository (default: where you are)')
    .addOption(
      new Option('--provider <name>', 'whose model (default: the one whose key is set)').choices(PROVIDERS),
    )
    .option('--model <name>', 'which model')
    .option('--fast-model <name>', 'for sub-agents and the critic')
    .option('--base-url <url>', 'where the model is')
    .option(
      '--style <preset>',
      'how to write: default, conventional, concise, detailed, technical, storytelling, friendly, gitmoji',
    )
    .option('--gitmoji', 'a gitmoji in the commit title')
    .option('--instructions <text>', 'what else to keep in mind')
    .option('--capabilities <folder>', 'capabilities of your own, as TOML')
    .option('--critic', 'have the answer checked before it is shown')
    .option('--no-critic', 'never have it checked')
    .option('--json', 'print one JSON object')
    .option('--dry-run', 'say what would be asked; no model is asked and nothing is changed')
    .option('--debug', 'say all that happens')
    .option('--allow-run', 'let static analysis run the linters that the repository declares');
}

function addCommit(program: Command, open: Open): void {
  program
    .command('commit')
    .description('write the message for what is staged')
    .option('--apply', 'make the commit')
    .option('--amend', 'write the message of the last commit anew, and add what is staged to it')
    .option('--yes', 'do not ask before')
    .option('--candidates <number>', 'with --apply: how many messages to choose from, 1 to 5', readCandidates)
    .action(async (options: CommitOptions) => commitCommand(await open(), options));
}

function readCandidates(text: string): number {
  if (/^[1-5]$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a number from 1 to 5.');
}

function addReview(program: Command, open: Open): void {
  program
    .command('review')
    .argument('[commit]', 'a commit, compared with its parent')
    .description('review what is not committed, a commit, or a branch')
    .option('--staged', 'only what is staged')
    .option('--base <revision>', 'what a branch has changed since it left this one')
    .option('--head <revision>', 'the branch (default: HEAD)')
    .option('--untracked', 'also new files that git does not track yet')
    .addOption(
      new Option('--format <format>', 'for people, programs, or CI (default: text)').choices(FORMATS),
    )
    .addOption(
      new Option('--fail-on <severity>', 'end with 4 if a finding is as severe (default: never)').choices([
        ...SEVERITIES,
        'never',
      ]),
    )
    .action(async (commit: string | undefined, options: ReviewOptions & ReportOptions) =>
      reviewCommand(await open(), { ...options, commit }),
    );
  program
    .command('pr')
    .description('describe a pull request')
    .option('--base <revision>', 'where it is to be merged (default: main or master)')
    .option('--head <revision>', 'what is to be merged (default: HEAD)')
    .action(async (options: ReviewOptions) => {
      const session = await open();
      await answerCommand(session, await preparePullRequest(session.repository, options, session.io.signal));
    });
}

function addNotes(program: Command, open: Open): void {
  const kinds = [
    ['changelog', 'changelog', 'write the section of a changelog'],
    ['release-notes', 'release_notes', 'write release notes'],
  ] as const;
  for (const [command, capability, description] of kinds) {
    program
      .command(command)
      .description(description)
      .option('--from <revision>', 'the last release (default: the latest stable version among the tags)')
      .option('--to <revision>', 'this release (default: HEAD)')
      .option('--since <date>', 'only commits after this date, instead of --from')
      .option('--until <date>', 'only commits before this date')
      .option('--tag-pattern <pattern>', 'which tags are releases, such as "ui-v*"')
      .option('--release <name>', 'how this release is called')
      .action(async (options: NotesOptions) => {
        const session = await open();
        await answerCommand(session, await prepareNotes(session, capability, options));
      });
  }
}

function addQuestions(program: Command, open: Open): void {
  program
    .command('blame')
    .argument('<file:line>', 'a place in a file; after ":/" from the top folder')
    .description('say why a line is as it is')
    .showHelpAfterError(
      'Write a file that begins with "-" as "./-file:line". Add --help to see what there is.',
    )
    .action(async (place: string) => {
      const session = await open();
      await answerCommand(session, await prepareBlame(session, place));
    });
  program
    .command('chat')
    .argument('[question...]', 'without one: a conversation')
    .description('answer questions about the repository')
    .action(async (words: string[]) => chatCommand(await open(), words.join(' ')));
}

function addCapabilities(program: Command, io: CliIo, open: Open): void {
  program
    .command('run')
    .argument('<capability>', 'its name, as its TOML file says')
    .argument('[words...]', 'what to ask (default: its description)')
    .description('do a task of your own, from --capabilities')
    .action(async (name: string, words: string[]) =>
      runCapabilityCommand(await open(), name, words.join(' ')),
    );
  program
    .command('capabilities')
    .description('list what can be run')
    .action(async () => listCapabilities(io, program.opts<CommonOptions>()));
}
