export interface Program {
  /** Bytes after gzip. */
  readonly budget: number;
  /** In bytes after gzip, too. */
  readonly goal?: number;
  readonly code: string;
  /** Packages that stay imports. */
  readonly external?: readonly string[];
}

export interface BundleSize {
  /** Bytes. */
  readonly minified: number;
  readonly gzip: number;
  readonly packages: Readonly<Record<string, number>>;
}

export const PROGRAMS: Readonly<Record<string, Program>>;
export function bundleSize(folder: string, program: Program): Promise<BundleSize>;
export function printSize(name: string, size: BundleSize): string;
