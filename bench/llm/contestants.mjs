import { fork } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The number of measured processes of each contestant. V8 compiles the same code differently in each process, and the times differ by a
 * third and more.
 */
export const PROCESSES = 3;

/** The contestants: a title, and a module in contestants/ that sends the requests. The first is Toolwright. */
export const CONTESTANTS = [
  { id: 'toolwright', title: 'toolwright' },
  { id: 'openai-6', title: 'bare openai 6' },
  { id: 'openai-7', title: 'bare openai 7' },
  { id: 'ai-sdk', title: 'AI SDK 7' },
  { id: 'openai-agents', title: 'OpenAI Agents' },
];

/** Longer than any batch, even on a slow machine. */
const LIMIT_MS = 120_000;

/**
 * Starts the process of a contestant.
 * @param {{ id: string, file?: string }} contestant `file`: its module, if that is not in contestants/
 * @param {string} bench URL of a module beside contestant.mjs and contestants/
 * @returns {Promise<{ ask(batch: object): Promise<object & { failure?: string }>, stop(): void, failure?: string }>}
 */
export async function startContestant({ id, file }, url, bench = import.meta.url) {
  const script = fileURLToPath(new URL('./contestant.mjs', bench));
  const module = file === undefined ? new URL(`./contestants/${id}.mjs`, bench) : pathToFileURL(file);
  const child = fork(script, [module.href, url], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-2000);
  });
  const { failure } = await answer(child, () => said);
  return {
    failure,
    ask(batch) {
      child.send(batch);
      return answer(child, () => said);
    },
    stop: () => child.kill(),
  };
}

/** The next message of the process, or a failure if the process ends or stays silent. */
function answer(child, said) {
  return new Promise((resolve) => {
    const finish = (result) => {
      clearTimeout(limit);
      child.off('message', finish);
      child.off('exit', onExit);
      resolve(result);
    };
    const onExit = (code) => finish({ failure: firstError(said()) ?? `ended with ${code}` });
    const limit = setTimeout(
      () => finish({ failure: `did not answer within ${LIMIT_MS / 1000} s` }),
      LIMIT_MS,
    );
    child.once('message', finish);
    child.once('exit', onExit);
  });
}

function firstError(text) {
  return text
    .split('\n')
    .find((line) => /error/i.test(line))
    ?.trim();
}
