import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Diagnostic } from './diagnostic.js';
import { formatDiagnostics } from './format.js';
import { printDiagnostics } from './print-diagnostics.js';

const error: Diagnostic = {
  code: 'TW1010',
  severity: 'error',
  message: 'The class A of the tool `run` is not exported.',
  hint: 'Export the class.',
  file: 'src/a.ts',
  line: 2,
  column: 8,
  length: 1,
  tool: 'run',
};
const warning: Diagnostic = {
  code: 'TW1002',
  severity: 'warning',
  message: '100% of nothing.',
  hint: 'Add\ntools.',
};
const places = { projectDir: '/work/app', cwd: '/work' };

describe('formatDiagnostics', () => {
  it('prints place, sentence, source with a caret, and fix for people', () => {
    const sourceLine = () => '\tclass A {';
    expect(formatDiagnostics([error, warning], { ...places, sourceLine })).toBe(
      [
        'app/src/a.ts:2:8 - error TW1010: The class A of the tool `run` is not exported.',
        '  2 | \tclass A {',
        '    | \t      ^',
        '  fix: Export the class.',
        '',
        'warning TW1002: 100% of nothing.',
        '  fix: Add\\u{a}tools.',
      ].join('\n'),
    );
  });

  it('omits the source if it cannot be read', () => {
    expect(formatDiagnostics([error], places)).toBe(
      'app/src/a.ts:2:8 - error TW1010: The class A of the tool `run` is not exported.\n  fix: Export the class.',
    );
  });

  it('keeps the caret inside the line', () => {
    const sourceLine = () => 'class A';
    expect(formatDiagnostics([{ ...error, column: 7, length: 99 }], { ...places, sourceLine })).toContain(
      '\n    |       ^\n',
    );
    expect(formatDiagnostics([{ ...error, column: 40, length: 2 }], { ...places, sourceLine })).toContain(
      '|        ^\n',
    );
  });

  it('colours only on request', () => {
    const ansi = '\u001b[';
    expect(formatDiagnostics([error], places)).not.toContain(ansi);
    const colored = formatDiagnostics([error], { ...places, color: true });
    expect(colored).toContain(`${ansi}31merror${ansi}0m`);
    expect(formatDiagnostics([error], { ...places, color: true, format: 'json' })).not.toContain(ansi);
  });

  it('prints JSON with the same keys for programs', () => {
    expect(JSON.parse(formatDiagnostics([error, warning], { ...places, format: 'json' }))).toEqual([
      {
        code: 'TW1010',
        severity: 'error',
        message: error.message,
        hint: error.hint,
        file: 'src/a.ts',
        line: 2,
        column: 8,
        tool: 'run',
      },
      { code: 'TW1002', severity: 'warning', message: warning.message, hint: warning.hint },
    ]);
  });

  it('prints one workflow command per line for GitHub', () => {
    const odd = { ...error, severity: 'info' as const, file: 'src/a,b:c.ts' };
    expect(formatDiagnostics([error, warning, odd], { ...places, format: 'github' }).split('\n')).toEqual([
      '::error file=app/src/a.ts,line=2,col=8,endColumn=9,title=TW1010::The class A of the tool `run` is not exported. Export the class.',
      '::warning title=TW1002::100%25 of nothing. Add\\u{a}tools.',
      '::notice file=app/src/a%2Cb%3Ac.ts,line=2,col=8,endColumn=9,title=TW1010::The class A of the tool `run` is not exported. Export the class.',
    ]);
  });

  it('prints a SARIF log whose results refer to its rules', async () => {
    const log = JSON.parse(await printDiagnostics([error, warning, error], { ...places, format: 'sarif' }));
    expect(log.version).toBe('2.1.0');
    const [{ tool, results }] = log.runs;
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['TW1002', 'TW1010']);
    expect(results).toHaveLength(3);
    expect(results[0]).toEqual({
      ruleId: 'TW1010',
      ruleIndex: 1,
      level: 'error',
      message: { text: 'The class A of the tool `run` is not exported. Export the class.' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'app/src/a.ts' },
            region: { startLine: 2, startColumn: 8, endColumn: 9 },
          },
        },
      ],
    });
    expect(results[1]).toMatchObject({ ruleId: 'TW1002', ruleIndex: 0, level: 'warning' });
    expect(results[1].locations).toBeUndefined();
  });

  it('prints nothing without diagnostics, unless the format requires a frame', async () => {
    expect(formatDiagnostics([])).toBe('');
    expect(formatDiagnostics([], { format: 'github' })).toBe('');
    expect(formatDiagnostics([], { format: 'json' })).toBe('[]');
    expect(JSON.parse(await printDiagnostics([], { format: 'sarif' })).runs[0].results).toEqual([]);
  });
});

it('shows no more of a line than a screen holds', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'toolwright-line-'));
  try {
    writeFileSync(path.join(dir, 'a.ts'), `${'x'.repeat(500_000)}HERE${'y'.repeat(500_000)}`);
    const place = { file: 'a.ts', line: 1, column: 500_001, length: 1_000_000 };
    const diagnostic = { code: 'TW2002', severity: 'error', message: 'm', hint: 'h', ...place } as const;
    const [, shown = '', carets = ''] = formatDiagnostics([diagnostic], { projectDir: dir, cwd: dir }).split(
      '\n',
    );
    expect(shown.length).toBeLessThan(500);
    expect(shown.slice(carets.indexOf('^'), carets.indexOf('^') + 4)).toBe('HERE');
    expect(carets.length).toBeLessThanOrEqual(shown.length);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

it('writes out characters that would move the cursor or reorder a line, and keeps the caret in its place', () => {
  const hostile = {
    code: 'TW1002',
    severity: 'warning',
    message: 'The name `a\u001b[2J\u202e`.',
    hint: 'Rename it.',
    file: 'a.ts',
    line: 1,
    column: 4,
  } as const;
  const sourceLine = () => '\u001b\u202ex = 1';
  expect(formatDiagnostics([hostile], { projectDir: '/a', cwd: '/a', sourceLine })).toBe(
    'a.ts:1:4 - warning TW1002: The name `a\\u{1b}[2J\\u{202e}`.\n  1 | \ufffd\ufffdx = 1\n    |    ^\n  fix: Rename it.',
  );
  expect(formatDiagnostics([hostile], { projectDir: '/a', cwd: '/a', format: 'github' })).toContain(
    '::The name `a\\u{1b}[2J\\u{202e}`. Rename it.',
  );
});
