/** `npm start`: installs, builds, runs codegen and plays the quickstart. Arguments go to the quickstart. */
import { build, install, run, toolwright } from './workspace.mjs';

const EXAMPLE = 'examples/quickstart';

const steps = [
  ['install', install],
  ['build of the packages', () => build('Building …', ['packages/toolwright', 'tools-codegen'])],
  ['codegen', () => toolwright(EXAMPLE, ['codegen'], { show: false })],
  ['build of the example', () => build(undefined, [EXAMPLE])],
  ['quickstart', () => run(process.execPath, [`${EXAMPLE}/dist/main.js`, ...process.argv.slice(2)])],
];

for (const [name, step] of steps) {
  const code = step();
  if (code !== 0) {
    console.error(`npm start: the step "${name}" failed with exit code ${code}.`);
    process.exit(code);
  }
}
