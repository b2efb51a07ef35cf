export interface Program {
  /** Bytes after gzip. */
  readonly budget: number;
  readonly code: string;
}

export interface BundleSize {
  readonly gzip: number;
  readonly packages: Readonly<Record<string, number>>;
}

export const PROGRAMS: Readonly<Record<string, Program>>;
export function bundleSize(folder: string, program: Program): Promise<BundleSize>;
export function printSize(name: string, size: BundleSize): string;
