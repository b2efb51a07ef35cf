import { createScratchProject } from '../../../program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../../program/src/testing/shared-files.js';
import { analyseProject } from '../analyse-project.js';

const BASE = new URL('../../fixtures/base.json', import.meta.url).pathname;

const WINSTON = `
  export class Logger { info(text: string): this; child(options: object): this; add(transport: object): this; }
  export function createLogger(options?: { transports?: object | object[] }): Logger;
  export namespace transports { class File { constructor(o: object); } class Http { constructor(o: object); } class Console {} }`;
const PINO = `
  export interface BaseLogger { info(text: string): void; child(bindings: object): Logger; }
  export type Logger = BaseLogger & { version: string };
  export interface Options { level?: string; transport?: object }
  export function pino(options?: Options, stream?: { write(text: string): void }): Logger;
  export namespace pino { function destination(file: string): { write(text: string): void }; }`;

/** The effects of logging with a logger, by what makes it. */
function effectsOf(...made: readonly string[]): readonly string[][] {
  const tools = made.map(
    (one, index) => `const logger${index} = ${one};
      export const log${index} = tool((): void => void logger${index}.info('a'));`,
  );
  const { dir } = createScratchProject({
    'tsconfig.json': JSON.stringify({ extends: BASE, include: ['src'] }),
    'node_modules/winston/package.json': '{"name":"winston","types":"index.d.ts"}',
    'node_modules/winston/index.d.ts': WINSTON,
    'node_modules/pino/package.json': '{"name":"pino","types":"index.d.ts"}',
    'node_modules/pino/index.d.ts': PINO,
    'src/tools.ts': `
      import { tool } from 'toolwright';
      import * as winston from 'winston';
      import { type Options, pino } from 'pino';
      const file = new winston.transports.File({});
      const options: Options = {};
      ${tools.join('\n')}
      export class Injected {
        constructor(private readonly logger: winston.Logger) {}
        @tool
        logz(): void { this.logger.info('a'); }
      }`,
  });
  const found = new Map(
    analyseProject({ cwd: dir }, sharedFiles('bodies')).tools.map(({ name, effects }) => [name, effects]),
  );
  expect(found.get('logz')?.map(({ effect }) => effect)).toEqual(['unknown']);
  return made.map((_, index) => found.get(`log${index}`)?.map(({ effect }) => effect) ?? ['missing']);
}

describe('a logger', () => {
  it('has the effects of the places that it writes to', () => {
    const cases: readonly (readonly [made: string, effects: readonly string[]])[] = [
      ['winston.createLogger({ transports: [new winston.transports.File({})] })', ['fs.write']],
      ['winston.createLogger({ transports: [new winston.transports.Http({})] })', ['net']],
      ['winston.createLogger({ transports: new winston.transports.Console() })', []],
      ['winston.createLogger({ transports: [file] }).child({})', ['fs.write']],
      ['pino()', []],
      ["pino({ level: 'info' })", []],
      ["pino({ transport: { target: 'a' } })", ['unknown']],
      ['pino(options)', ['unknown']],
      ["pino({}, pino.destination('a.log'))", ['fs.write']],
      ['pino().child({})', []],
    ];
    expect(effectsOf(...cases.map(([made]) => made))).toEqual(cases.map(([, effects]) => effects));
  });
});
