import fc from 'fast-check';
import { bodyStart, parseSkill } from './parse-skill.js';

const parse = (...lines: string[]) => parseSkill(`---\n${lines.join('\n')}\n---\nBody\n`, 'pdf');
const reasons = (...lines: string[]) =>
  parse(...lines).problems.map(({ line, reason, isSkipped }) => [line, reason, isSkipped]);

const NAME = 'name: pdf';
const TEXT = 'description: Fills forms.';

// N4
describe('the front matter of a skill', () => {
  it('has the fields of the published format', () => {
    const { fields, problems } = parse(
      NAME,
      'description: >-',
      '  Fills',
      '  forms.',
      'license: MIT',
      'compatibility: Needs qpdf',
      'metadata:',
      '  author: ada',
      '  version: 1.10',
      'allowed-tools: Bash(git:*) Read',
    );
    expect({ fields, problems }).toEqual({
      fields: {
        name: 'pdf',
        description: 'Fills forms.',
        license: 'MIT',
        compatibility: 'Needs qpdf',
        metadata: { author: 'ada', version: '1.10' },
        allowedTools: 'Bash(git:*) Read',
      },
      problems: [],
    });
  });

  it.each([
    ['CRLF', '---\r\nname: pdf\r\ndescription: Fills forms.\r\n---\r\nBody'],
    ['a byte order mark', '\ufeff---\nname: pdf\ndescription: Fills forms.\n---\nBody'],
    ['spaces after the dashes', '---  \nname: pdf\ndescription: Fills forms.\n--- \nBody'],
  ])('may have %s', (_, text) => {
    expect(parseSkill(text, 'pdf')).toEqual({
      fields: { name: 'pdf', description: 'Fills forms.' },
      problems: [],
    });
    expect(text.slice(bodyStart(text))).toBe('Body');
  });

  it.each([
    ['a name with capitals', ['name: PDF', TEXT], 2, 'lowercase letters'],
    ['a name with two hyphens', ['name: a--b', TEXT], 2, 'single hyphens'],
    ['a name with a path', ['name: ../pdf', TEXT], 2, 'lowercase letters'],
    ['no name', [TEXT], 1, "'name' must be"],
    ['no description', [NAME], 1, "'description' must be a text"],
    ['an empty description', [NAME, 'description:'], 3, "'description' must be a text"],
    ['a description that is a list', [NAME, 'description: [a]'], 3, "'description' must be a text"],
    ['a list that does not end', [NAME, 'description: [Use it: always'], 4, 'is not YAML'],
    ['a colon and another mistake', [NAME, 'description: Use it: always', 'license: [MIT'], 3, 'is not YAML'],
    ['a field twice', [NAME, TEXT, 'name: other'], 4, 'duplicated mapping key'],
    ['a field of metadata twice', [NAME, TEXT, 'metadata:', '  a: b', '  a: c'], 6, 'duplicated mapping key'],
    ['a list', ['- name: pdf'], 2, 'must be fields'],
    ['an alias', [NAME, 'description: &a Text', 'license: *a'], 4, 'alias'],
    ['a merge of prototypes', ['__proto__: { name: pdf }', TEXT], 1, "'name' must be"],
    ['deep nesting', [NAME, TEXT, `metadata: ${'['.repeat(7_000)}`], 4, 'maxDepth (20)'],
    ['too much text', [NAME, TEXT, `license: ${'x'.repeat(8_000)}`], 1, 'longer than 8000 characters'],
  ])('with %s is refused at its place', (_, lines, line, reason) => {
    const { fields, problems } = parse(...lines);
    expect(fields).toBeUndefined();
    const [first] = problems.filter(({ isSkipped }) => isSkipped);
    expect(first?.reason).toContain(reason);
    expect(first?.line).toBe(line);
  });

  it.each([
    ['nothing', ''],
    ['no front matter', '# PDF\n'],
    ['front matter that does not end', '---\nname: pdf\ndescription: Text\n'],
    ['dashes only', '---'],
  ])('cannot be %s', (_, text) => {
    expect(parseSkill(text, 'pdf')).toMatchObject({ fields: undefined, problems: [{ line: 1 }] });
  });

  it('may break the format where the skill is still of use, and the problem is named', () => {
    expect(
      reasons(
        NAME,
        `description: ${'x'.repeat(1_025)}`,
        'allowed-tools: [Read, Grep]',
        'version: 2',
        'license:',
      ),
    ).toEqual([
      [3, "'description' must have at most 1024 characters and has 1025.", false],
      [6, "'license' must be a text that is not empty.", false],
      [4, "'allowed-tools' must be a text with spaces between the tools, such as 'Read Grep'.", false],
      [5, "'version' is not a field of the format. It is ignored.", false],
    ]);
    expect(parse('name: forms', TEXT)).toMatchObject({
      fields: { name: 'forms' },
      problems: [{ line: 2, reason: "'name' must equal the name of the folder, 'pdf', and is 'forms'." }],
    });
    // As the guide for clients advises.
    const [long, text] = ['a'.repeat(70), 'Use "pdf" when: the user asks for PDFs: all of them # now'];
    expect(parse(`name: ${long}`, `description: ${text}`, 'license: see:')).toEqual({
      fields: { name: long, description: text, license: 'see:' },
      problems: [
        { line: 3, reason: "'description' has a colon, so it must be in quotes.", isSkipped: false },
        { line: 4, reason: "'license' has a colon, so it must be in quotes.", isSkipped: false },
        { line: 2, reason: "'name' must have at most 64 characters and has 70.", isSkipped: false },
        { line: 2, reason: expect.stringContaining('must equal the name of the folder'), isSkipped: false },
      ],
    });
    expect(parse(NAME, TEXT, 'allowed-tools: [Read, Grep]').fields?.allowedTools).toBe('Read Grep');
  });

  it('of which only the beginning was read is not said to be missing', () => {
    expect(parseSkill(`---\nname: ${'x'.repeat(70_000)}`, 'pdf').problems).toMatchObject([
      { line: 1, reason: expect.stringContaining('The front matter has no end') },
    ]);
  });

  it('counts characters, not units', () => {
    expect(reasons(NAME, `description: ${'😀'.repeat(1_024)}`)).toEqual([]);
  });

  it('is read for any text without an error, in time that does not explode', () => {
    const pieces = fc.constantFrom(
      '---',
      '\n',
      ': ',
      'name',
      'pdf',
      '&a',
      '*a',
      '- ',
      '[',
      '{',
      '"',
      '|',
      '!!map ',
      '\t',
      '#',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 60 }), (parts) => {
        const { fields, problems } = parseSkill(`---\n${parts.join('')}`, 'pdf');
        expect(fields !== undefined || problems.some(({ isSkipped }) => isSkipped)).toBe(true);
      }),
    );
    for (const piece of [
      '[',
      '{',
      '- ',
      '? ',
      'a: ',
      '&a *a ',
      '\n',
      '"',
      '!',
      '#',
      ' ',
      '|\n',
      'a: b: ',
      'a: b: c\n',
      '<<: *a\n',
      '{a: ',
    ]) {
      const start = process.cpuUsage();
      parseSkill(`---\n${piece.repeat(Math.floor(7_900 / piece.length))}\n---\n`, 'pdf');
      const { user, system } = process.cpuUsage(start);
      // Observed: at most 0.13 s. A text that is nested more deeply than the stack would end the process.
      expect((user + system) / 1_000_000).toBeLessThan(3);
    }
  });
});
