import { isDate } from './is-date.js';

// E16
describe('a date for git', () => {
  it.each([
    ...[
      '2024-01-31',
      '2024-1-5',
      '2024-02-03T10:00:00Z',
      '2024/01/02 10:00 +0200',
      '@1700000000',
      '1700000000',
    ],
    ...[
      'yesterday',
      '2 weeks ago',
      '2.weeks.ago',
      'last Monday',
      'Jan 5 2024',
      'Mon, 5 February 2024 10:00:00 GMT',
    ],
    ...['5pm', 'noon', 'now', 'three days ago', '31.12.2023'],
  ])('%j is one', (text) => {
    expect(isDate(text)).toBe(true);
  });

  it.each([
    ...[
      '',
      ' ',
      'garbage',
      'last blub',
      'foo 2020',
      '5',
      '12345',
      '20240131',
      '2024-13-45',
      '2024-12-32',
      '2024-99',
    ],
    ...['--all', '2024-01-01; x', '2024-01-01\n--all', 'été', 'v1.0.0', 'HEAD'],
  ])('%j is none', (text) => {
    expect(isDate(text)).toBe(false);
  });
});
