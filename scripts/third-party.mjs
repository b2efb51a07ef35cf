/** The licences of packages that a bundle contains: they ask that their texts go with the code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LICENCE = /^(?:licen[cs]e|notice|copying|thirdpartynotice)/i;
/** A text that is not in a file of its own. */
const LICENCE_SECTION = /^(?:#+ *)?licen[cs]e *$[\s\S]*/im;

/** The texts of all packages of the inputs, by esbuild's metafile of a build in a folder. */
export function thirdPartyLicences({ inputs }, folder) {
  const roots = Object.keys(inputs).flatMap((input) => packageRoot(join(folder, input)) ?? []);
  const texts = [...new Set(roots)].map(describe).sort();
  return `This program contains these packages.\n\n${texts.join('\n')}`;
}

/** The folder of an installed package; undefined for a source of this repository. */
function packageRoot(file) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(dirname(file))?.[0];
}

function describe(root) {
  const {
    name,
    version,
    license,
    homepage = '',
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${name} names no licence in its package.json.`);
  return `${'='.repeat(80)}\n${name} ${version}: ${license} ${homepage}\n\n${licenceText(root)}\n`;
}

function licenceText(root) {
  const files = readdirSync(root).filter((name) => LICENCE.test(name));
  const texts = files.map((name) => readFileSync(join(root, name), 'utf8'));
  const readme = join(root, 'README.md');
  if (texts.length === 0 && existsSync(readme)) {
    texts.push(LICENCE_SECTION.exec(readFileSync(readme, 'utf8'))?.[0] ?? 'The package has no text of it.');
  }
  return texts.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n');
}
