import { compareText, type Disk, realDisk } from '@toolwright/program';
import type { ToolSite } from '@toolwright/program/compiler';
import { type Diagnostic, joinDiagnostics } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import { EFFECTS, type EffectPath, type FoundEffect, type ToolEffects } from './effect.js';
import type { EffectsOptions, EffectsResult } from './effects-options.js';
import { findFlows } from './flows/find-flows.js';
import { reportFlows } from './flows/report-flows.js';
import { buildGraph, type CodeUnit } from './graph/code-graph.js';
import { findCallers, findWays, searchBack, type WaysToUse } from './graph/nearest-uses.js';
import { findRandomWrites } from './graph/random-writes.js';
import { settleGuesses } from './graph/settle-guesses.js';
import { shownFacts, type Way } from './graph/way.js';
import { type CodeFacts, checkHints, suggestHints } from './hints/check-hints.js';
import { reportHints } from './hints/hint-diagnostics.js';
import { reportTemporaryFiles } from './hints/temporary-diagnostics.js';
import { checkPackages } from './packages/check-packages.js';
import { createEffectLookup } from './packages/effect-lookup.js';
import { readEffectConfig } from './packages/read-effect-config.js';
import { readToolSites, type SharedReading, type ToolProgram } from './program/read-tool-sites.js';
import { createSteps, type DescribeStep } from './program/steps.js';
import { checkSecrets } from './secrets/check-secrets.js';
import { type Analysis, createAnalysis } from './walk/analysis.js';
import { isWithin } from './walk/positions.js';
import { createUnitReader, type ReadUnit } from './walk/read-unit.js';

/**
 * Finds the effects of each tool of a project. Runs none of the project's code.
 * @param shared Data that several runs in one process share.
 */
export function analyseProject(
  options: EffectsOptions,
  { disk = realDisk, ...parsed }: SharedReading = {},
): EffectsResult {
  return analyseProgram(readToolSites(options, { disk, ...parsed }), options, disk);
}

/**
 * Like {@link analyseProject}, for a program that has already been read.
 * @param disk The disk from which the program was read.
 * @param createReader Creates the reader of code units. Default: all units are read again.
 */
export function analyseProgram(
  program: ToolProgram,
  options: EffectsOptions,
  disk: Disk,
  createReader: (analysis: Analysis) => ReadUnit = (analysis) => createUnitReader(analysis),
): EffectsResult {
  const config = readEffectConfig(program.projectDir, disk);
  const { files, context, collector, sites, projectDir, relative } = program;
  const roots = sites.map(({ code }) => code);
  const tools = new Set<ts.Node>(roots);
  const analysis = createAnalysis({
    compiler: context.compiler,
    files,
    disk,
    lookup: createEffectLookup(config.packages),
    isTool: (unit) => tools.has(unit),
    isMark: (symbol) => context.library.markOf(symbol) !== undefined,
  });
  const findings = findInGraph(roots, analysis, createReader(analysis));
  const describe = createSteps(relative);
  const found = sites.map((site) => describeTool(site, findings, describe, program)).sort(compareTools);
  const broken = collector.diagnostics().filter(({ severity }) => severity === 'error');
  const flows = options.flows
    ? findFlows(program, analysis, new Map(found.map(({ site, tool }) => [site, tool])), describe)
    : undefined;
  return {
    tools: found.map(({ tool }) => tool),
    ...(flows !== undefined && { flows: flows.map((one) => one.flows) }),
    diagnostics: joinDiagnostics([
      ...broken,
      ...checkPackages(config, program, disk),
      ...found.flatMap(({ diagnostics }) => diagnostics),
      ...checkSecrets(findings.units, program, analysis),
      ...reportTemporaryFiles(analysis.temporary, findings.isRead, collector),
      ...reportFlows(flows ?? [], options.forbid ?? [], program),
    ]),
    projectDir,
  };
}

/** The paths from all code units to all effects. */
interface Findings {
  readonly ways: ReadonlyMap<string, WaysToUse>;
  readonly randomWrites: WaysToUse;
  /** All code units that tools reach. */
  readonly units: Iterable<CodeUnit>;
  /** Whether code inside a node was read. */
  isRead(node: ts.Node): boolean;
}

function findInGraph(roots: Iterable<CodeUnit>, analysis: Analysis, read: ReadUnit): Findings {
  const graph = settleGuesses(buildGraph(roots, read));
  const callers = findCallers(graph);
  const ways = findWays(graph, callers);
  return {
    ways,
    randomWrites: searchBack(findRandomWrites(graph, ways, analysis), callers),
    units: graph.keys(),
    isRead: (node) => [...graph.keys()].some((unit) => isWithin(unit, node)),
  };
}

interface DescribedTool {
  readonly site: ToolSite;
  readonly tool: ToolEffects;
  readonly diagnostics: readonly Diagnostic[];
}

function describeTool(
  site: ToolSite,
  { ways, randomWrites }: Findings,
  describe: DescribeStep,
  { collector }: ToolProgram,
): DescribedTool {
  const { name, options, code, at } = site;
  const effects = [...ways.values()]
    .flatMap((one) => describeWay(one.get(code), describe))
    .sort(compareEffects);
  const facts: CodeFacts = {
    effects: new Set(effects.map(({ effect }) => effect)),
    writesRandom: randomWrites.has(code),
  };
  const place = collector.placeOf(at);
  const tool: ToolEffects = {
    name,
    file: place.file,
    line: place.line,
    effects,
    hints: checkHints(options, facts),
    suggestions: suggestHints(options, facts),
  };
  const randomWrite = randomWrites.get(code);
  return {
    site,
    tool,
    diagnostics: reportHints(
      tool,
      place,
      randomWrite === undefined ? [] : pathOf(randomWrite, describe).path,
    ),
  };
}

function describeWay(way: Way | undefined, describe: DescribeStep): FoundEffect[] {
  if (way === undefined || way.last.kind !== 'use') return [];
  const { effect, reason } = way.last;
  return [{ effect, ...(reason !== undefined && { reason }), ...pathOf(way, describe) }];
}

function pathOf(way: Way, describe: DescribeStep): EffectPath {
  const { facts, omitted } = shownFacts(way);
  return { path: facts.map(({ at }) => describe(at)), ...(omitted > 0 && { omitted }) };
}

function compareTools({ tool: a }: DescribedTool, { tool: b }: DescribedTool): number {
  return compareText(a.name, b.name) || compareText(a.file, b.file) || a.line - b.line;
}

function compareEffects(a: FoundEffect, b: FoundEffect): number {
  return EFFECTS.indexOf(a.effect) - EFFECTS.indexOf(b.effect) || compareText(a.reason ?? '', b.reason ?? '');
}
