import { kebab, words } from './names.mjs';
import { COMMON_NAMES, domainNames } from './shared-types.mjs';

/** The types that a class file itself declares. */
export function entityTypes({ domain, entity }) {
  return `/** One ${words(entity)} as it is stored. */
export interface ${entity} extends Audited {
  /** Identifier, never used again. */
  id: string;
  /** What people call it. */
  title: string;
  status: ${domain}Status;
  /** What it has cost so far. */
  cost: Money;
  /** Free-form labels, in the order in which they were given. */
  tags: readonly string[];
  owner?: ${domain}Owner;
}

/** What to leave out. */
export interface ${entity}Filter {
  statuses?: ${domain}Status[];
  /** Only those whose title has this text in it. */
  titleContains?: string;
  /** Only those that were created in this period. */
  created?: DateRange;
  cost: { atLeast: number | null; atMost: number | null };
}
`;
}

/** Adds imports of the shared names that the text uses. */
export function withImports(text, { domain, neighbour }) {
  const used = new Set(text.match(/\b[A-Z]\w*/g));
  const modules = new Map([
    ['../gateway.js', ['Gateway']],
    ['../types/common.js', COMMON_NAMES],
    [`../types/${kebab(domain)}.js`, domainNames(domain)],
    [`../types/${kebab(neighbour)}.js`, domainNames(neighbour)],
  ]);
  const imports = [...modules]
    .map(([file, names]) => [file, names.filter((name) => used.has(name))])
    .filter(([, names]) => names.length > 0)
    .map(([file, names]) => `import { ${names.sort().join(', ')} } from '${file}';\n`);
  return `${imports.join('')}\n${text}`;
}

/** A JSDoc comment of these lines, indented. */
export function comment(lines, indent) {
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`].join('\n');
}

/** The path that a method sends its parameters to. */
export function route({ place, method }) {
  return `${kebab(place.domain)}/${kebab(place.entity)}/${method.verb}`;
}
