import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { peerFolder } from '../peers.mjs';
import { createModel } from './project/model.mjs';
import { projectFiles, writeProject } from './project/write-project.mjs';
import { count } from './targets.mjs';
import { toolwrightPackage } from './toolwright.mjs';

const LINKS = {
  positional: () => ({ toolwright: toolwrightPackage() }),
  helpers: () => ({ toolwright: toolwrightPackage() }),
  types: () => ({}),
  typia: () => ({ typia: peerFolder('typia') }),
};

/**
 * A generated project with `methods` methods.
 * @returns {import('./measure-project.mjs').Project}
 */
export function madeProject(methods, folder) {
  const model = createModel(methods);
  return {
    title: `${count(methods)} methods`,
    folder: join(folder, String(methods)),
    tools: model.classes.flatMap((toolClass) => toolClass.methods),
    write: (target, { form }) => {
      if (form === undefined) mkdirSync(target, { recursive: true });
      else writeProject(target, projectFiles(model, form), LINKS[form]());
    },
  };
}
