/** The style of the page, light or dark like the reader's system. */
export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --text: light-dark(#1f2328, #e6edf3);
  --soft: light-dark(#59636e, #9198a1);
  --line: light-dark(#d1d9e0, #3d444d);
  --code: light-dark(#f6f8fa, #151b23);
  --link: light-dark(#0550ae, #79c0ff);
  --page: light-dark(#fff, #0d1117);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  display: flex;
  color: var(--text);
  background: var(--page);
  font: 16px/1.55 system-ui, sans-serif;
}
nav {
  position: sticky;
  top: 0;
  flex: none;
  width: 16rem;
  height: 100vh;
  padding: 2rem 1rem;
  overflow: auto;
  border-right: 1px solid var(--line);
}
nav ul { margin: 0; padding: 0; list-style: none; }
nav li { overflow-wrap: anywhere; }
nav small { display: block; color: var(--soft); font-size: 0.75rem; line-height: 1.3; }
main { flex: 1; min-width: 0; max-width: 72rem; padding: 2rem 2.5rem; }
h1 { margin-top: 0; overflow-wrap: anywhere; }
h2 { margin: 0 0 0.5rem; font-size: 1.35rem; overflow-wrap: anywhere; }
h3 { margin: 1.25rem 0 0.5rem; font-size: 1rem; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
h2 a { color: inherit; }
section { padding: 1.75rem 0; border-top: 1px solid var(--line); }
p { margin: 0 0 0.75rem; overflow-wrap: anywhere; }
code, pre { font: 0.875em/1.5 ui-monospace, monospace; }
code { padding: 0.1em 0.3em; border-radius: 4px; background: var(--code); overflow-wrap: anywhere; }
pre { margin: 0 0 0.75rem; padding: 0.75rem 1rem; overflow: auto; border-radius: 6px; background: var(--code); }
pre code { padding: 0; background: none; overflow-wrap: normal; }
.table { overflow-x: auto; margin-bottom: 0.75rem; }
table { width: 100%; border-collapse: collapse; font-size: 0.925rem; }
th, td { padding: 0.4rem 0.75rem 0.4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td code { overflow-wrap: break-word; }
td:last-child { min-width: 18rem; overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 600; }
.hints span {
  display: inline-block;
  padding: 0.05rem 0.6rem;
  border: 1px solid var(--line);
  border-radius: 1rem;
  color: var(--soft);
  font-size: 0.8rem;
}
.rules { color: var(--soft); }
.source { margin: 1rem 0 0; color: var(--soft); font-size: 0.85rem; }
@media (max-width: 45rem) {
  body { display: block; }
  nav { position: static; width: auto; height: auto; padding: 1rem; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1rem; }
}
`;
