import { existsSync } from 'node:fs';
import path from 'node:path';
import { readPackageJson, section } from './package-json.js';

/** What is left to do in the project, a line each. */
export function nextSteps(folder: string): string[] {
  const { content } = readPackageJson(folder);
  const installed = { ...section(content, 'dependencies'), ...section(content, 'devDependencies') };
  const missing = ['toolwright', '@toolwright/codegen', 'typescript'].filter((name) => !(name in installed));
  const steps: string[] = [];
  if (missing.includes('toolwright')) steps.push('npm install toolwright');
  const development = missing.filter((name) => name !== 'toolwright');
  if (development.length > 0) steps.push(`npm install --save-dev ${development.join(' ')}`);
  if (!existsSync(path.join(folder, 'tsconfig.json'))) steps.push('npx tsc --init');
  steps.push(
    'npm run codegen           writes src/toolwright.gen.ts, which you commit',
    'new ToolRegistry(manifest).registerFrom(new Clock()), with the manifest of that file',
    'npm run codegen:check     in CI: fails when the file is stale',
  );
  return steps;
}
