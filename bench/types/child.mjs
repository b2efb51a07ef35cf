/** `node child.mjs <folder> <file> <module>…`: reads one package in its own process. */
import { writeFileSync } from 'node:fs';
import { readPackage } from './read-package.mjs';

const [folder, file, ...modules] = process.argv.slice(2);
writeFileSync(file, JSON.stringify(await readPackage(folder, modules)));
