import { projectDisk } from '../incremental/run-project.js';
import { createScratchProject } from '../testing/scratch-project.test.support.js';
import { hasMarks } from './count-marks.js';

describe('hasMarks', () => {
  it('counts decorators, tags and calls over all files', () => {
    const { dir } = createScratchProject({
      'one.ts': '@tool a() {}\n@tool({}) b() {}\n@tools c() {}\n',
      'two.ts': '/** @schema */\nexport const d = tool(() => 1);\nconst e = resource("x:", f);\n',
    });
    const disk = projectDisk({ cwd: dir });
    const files = ['one.ts', 'two.ts', 'missing.ts'].map((file) => `${dir}/${file}`);
    expect(hasMarks(files, disk, 5)).toBe(true);
    expect(hasMarks(files, disk, 6)).toBe(false);
  });
});
