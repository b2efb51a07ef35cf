/** `node child.mjs <folder> <file> <module>…`: reads one package in a process of its own. */
import { writeFileSync } from 'node:fs';
import { readPackage } from './read-package.mjs';

const [folder, file, ...modules] = process.argv.slice(2);
writeFileSync(file, JSON.stringify(await readPackage(folder, modules)));
