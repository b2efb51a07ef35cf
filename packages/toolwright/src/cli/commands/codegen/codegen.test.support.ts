import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createScratch, PROJECT_FILES, runCli } from '../../cli.test.support.js';

export const WEATHER = `import { tool } from 'toolwright';

export class Weather {
  /**
   * Weather forecast for a city.
   * @param city City name
   * @param days Days ahead
   */
  @tool
  async forecast(city: string, days: 1 | 3 | 7 = 1): Promise<string> {
    return city + days;
  }
}
`;
export const BROKEN = `import { tool } from 'toolwright';

/** Call back later. */
export const later = tool((callback: () => void): void => callback());
`;
export const GENERATED = 'src/toolwright.gen.ts';

export const createProject = (files: Readonly<Record<string, string>>) =>
  createScratch({ ...PROJECT_FILES, ...files });
export const codegen = (cwd: string, ...args: string[]) => runCli(['codegen', ...args], { cwd });
export const read = (folder: string, file = GENERATED) => readFileSync(path.join(folder, file), 'utf8');
