import globalSetup from './jest.js';
import { createTestProject } from './testing/test-project.test.support.js';

describe('the hook for Jest', () => {
  const before = process.cwd();
  afterEach(() => process.chdir(before));

  it('runs codegen before the tests', async () => {
    const { folder, generated } = createTestProject();
    process.chdir(folder);
    await globalSetup();
    expect(generated()).toContain("name: 'tax'");
  });

  it('stops the tests after an error, and writes nothing', async () => {
    const { folder, generated } = createTestProject('callback: () => void');
    process.chdir(folder);
    await expect(globalSetup()).rejects.toMatchObject({
      code: 'CODEGEN_FAILED',
      message: expect.stringMatching(/TW\d{4}/),
    });
    expect(generated()).toBe('');
  });
});
