import { spawn } from 'node:child_process';

/** Opens a URL in the system's browser. No shell sees the URL, but all users of the machine can. */
export function openBrowser(url: string, onFailure: (problem: string) => void): void {
  const [command, ...args] = COMMANDS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => onFailure(`The browser could not be opened with ${command}.`));
  child.unref();
}

const COMMANDS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
