interface Group {
  readonly text: string;
  readonly items: ReadonlyArray<{ readonly text: string; readonly link: string }>;
}

export function sidebar(root: string): readonly Group[];
export function siteFile(file: string): string;
