import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/** The browser of Debian (`apt-get install chromium`), or of `CHROMIUM`; undefined if there is none. */
export const CHROMIUM = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && existsSync(path),
);

const OPTIONS = [
  ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
  // The page must not need a network.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--remote-debugging-pipe',
];

/** A page in a browser without a window, over the DevTools protocol. */
export class ChromiumPage {
  readonly #browser: ChildProcess;
  readonly #folder: string;
  readonly #waiting = new Map<number, (message: Reply) => void>();
  #session: string | undefined;
  #count = 0;

  private constructor(browser: ChildProcess, folder: string) {
    this.#browser = browser;
    this.#folder = folder;
    let text = '';
    // The fourth and fifth of the streams that `spawn` was given.
    (browser.stdio[4] as Readable).setEncoding('utf8').on('data', (piece: string) => {
      const messages = (text + piece).split('\0');
      text = messages.pop() ?? '';
      for (const message of messages) this.#receive(JSON.parse(message));
    });
    (browser.stdio[3] as Writable).on('error', () => {});
  }

  static async open(chromium: string, url: string): Promise<ChromiumPage> {
    const folder = await mkdtemp(join(tmpdir(), 'web-chat-'));
    const browser = spawn(chromium, [...OPTIONS, `--user-data-dir=${folder}`], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    const page = new ChromiumPage(browser, folder);
    const { targetId } = await page.#send('Target.createTarget', { url });
    const { sessionId } = await page.#send('Target.attachToTarget', { targetId, flatten: true });
    page.#session = String(sessionId);
    return page;
  }

  /** Evaluates an expression in the page again and again until it is true. */
  async waitFor(expression: string): Promise<void> {
    // While the page is loaded, there is nothing to evaluate it in.
    while (!(await this.evaluate(`Boolean(${expression})`).catch(() => false))) await setTimeout(20);
  }

  async evaluate(expression: string): Promise<unknown> {
    const options = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', options);
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { readonly value?: unknown }).value;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#browser.once('close', resolve));
    this.#browser.kill();
    await closed;
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #send(method: string, params: object): Promise<Record<string, unknown>> {
    const id = ++this.#count;
    const message = { id, method, params, ...(this.#session && { sessionId: this.#session }) };
    (this.#browser.stdio[3] as Writable).write(`${JSON.stringify(message)}\0`);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) =>
        result ? resolve(result) : reject(new Error(error?.message)),
      );
    });
  }

  #receive(message: Reply): void {
    this.#waiting.get(message.id ?? 0)?.(message);
    this.#waiting.delete(message.id ?? 0);
  }
}

interface Reply {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}
