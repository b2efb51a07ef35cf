import { growth } from '../../../scripts/growth.mjs';
import { createRedaction } from './redaction.js';

const redaction = createRedaction();
const { redact, redactMember } = redaction;
const SECRET = 'Sup3rS3cretPassw0rd9';
const HEX = '0123456789abcdef0123456789abcdef';

// G4, E16
describe('a password under a common name', () => {
  it.each([
    `DB_PASS=${SECRET}`,
    `db_pass = "${SECRET}"`,
    'DB_PASS="swordfish"',
    `SMTP_PASS=${SECRET}`,
    `MYSQL_PWD=${SECRET}`,
    `DB_PWD=${SECRET}`,
    `const pass = "${SECRET}";`,
    `"backupPwd": "${SECRET}"`,
    `SECRET_KEY_BASE=${HEX}`,
    `jwtKey: "${HEX}"`,
    'mysql -u root -phunter2secret app',
    "mysqldump --host db -p'hunter2secret' app > x",
    'sshpass -p hunter2secret ssh host',
    'curl -u ada:hunter2secret https://x.test',
    'redis-cli -a hunter2secret ping',
    'docker login -u ada -p hunter2secret',
    'password: correct horse battery staple',
    'a: 1\n  db.password = correct horse battery staple\nb: 2',
  ])('is redacted: %s', (line) => {
    const shown = redact(line);
    expect(shown).toContain('[redacted]');
    expect(shown).not.toMatch(/Sup3r|swordfish|0123|hunter2|horse/);
  });

  it.each([
    'compass: "N45E90deg1"',
    'bypass = "route66north"',
    'primaryKey: "id"',
    `cacheKey: "${HEX}"`,
    'PWD=/home/ada/project1',
    'OLDPWD=/home/ada/project1',
    'pass: 12, fail: 3',
    'first_pass = "lowering"',
    'renderPass: "shadow"',
    'const pass = createPass(3);',
    'the second pass: reads all 12345678 files',
    'key: "ArrowDown"',
    'password: the user types it twice',
    'Password: must be at least 8 characters',
    'docker run -p 8080:80 nginx',
    'mysql -u root -p app',
    'mysql -p$PASSWORD app',
    'curl -u "$USER:$TOKEN" https://x.test',
    'mkdir -p a/b/c1',
  ])('is not seen in: %s', (line) => {
    expect(redact(line)).toBe(line);
  });

  it('is redacted as a member, if its value looks generated', () => {
    expect(redactMember('pass', SECRET)).toBe('[redacted]');
    expect(redactMember('pass', 12)).toBe(12);
    expect(redactMember('pass', 'first')).toBe('first');
  });

  it.each([
    'mysql -u root -phunter2secret app\nDone.',
    'password: correct horse battery staple\nDone.',
    `DB_PASS=${SECRET}\nDone.`,
    `pass: ${SECRET} and more`,
  ])('never shows a part of it in a stream: %s', (text) => {
    for (let size = 1; size < 12; size += 1) {
      const stream = redaction.stream();
      let shown = '';
      for (let at = 0; at < text.length; at += size) shown += stream.push(text.slice(at, at + size));
      shown += stream.end();
      expect(shown).toBe(redact(text));
    }
  });

  it.each(['mysql ', 'mysql -p ', 'pass=a', 'password: a b ', 'curl -u a:', ' -p', 'password password '])(
    'takes linear time to look for in %j',
    async (part) => {
      expect(await growth((size) => redact(part.repeat(size)), [2_000, 8_000, 32_000])).toBe('linear');
    },
  );
});
