interface Markdown {
  readonly core: { readonly ruler: { push(name: string, rule: (state: object) => void): unknown } };
}

export function repositoryLinks(
  markdown: Markdown,
  options: { readonly root: string; readonly address?: string | undefined },
): void;
