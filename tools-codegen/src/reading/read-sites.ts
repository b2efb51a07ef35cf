import type { HeldFinding } from '../diagnostics/collector.js';
import type { SchemaOrigins } from '../emit/schema-origins.js';
import type { SchemaReading, ToolReading } from './file-reading.js';

/** The places of a program with tools and schemas. */
export interface Sites {
  readonly count: number;
  /** Each reader begins anew. */
  createReader(): SiteReader;
  /** Receives the origins of the schemas. */
  readonly origins: SchemaOrigins;
}

/** Reads sites in ascending order: what is found in a type belongs to the first site that uses it. */
export interface SiteReader {
  read(index: number): SiteReading;
  /** Whether each site would give the same reading without the others, and in any order. */
  isStable(): boolean;
}

/** What one site contributes. Plain data. */
export interface SiteReading {
  /** The file from which the manifest imports it. */
  readonly file: string;
  readonly tools: readonly ToolReading[];
  readonly schemas: readonly SchemaReading[];
  /** In the order in which they were found. */
  readonly findings: readonly HeldFinding[];
}

export interface SitesRead {
  /** In the order of the sites. */
  readonly readings: readonly SiteReading[];
  readonly stable: boolean;
}

export type ReadSites = (sites: Sites) => SitesRead;

/** Reads all sites in this thread. */
export const readSites: ReadSites = ({ count, createReader }) => {
  const reader = createReader();
  const readings = Array.from({ length: count }, (_, index) => reader.read(index));
  return { readings, stable: reader.isStable() };
};
