import { searchWords } from './words.js';

const meet = (query: string, text: string) => {
  const words = new Set(searchWords(text));
  return searchWords(query).filter((word) => words.has(word)).length;
};

// N4
describe('the words of a search', () => {
  it('are runs of letters, with their marks, and of digits', () => {
    expect(searchWords('PDF-forms, 2 Seiten: Größe')).toEqual(['pdf', 'forms', '2', 'seiten', 'größe']);
    expect(searchWords('रिफंड कैसे')).toEqual(['रिफंड', 'कैसे']);
    expect(searchWords('고객 환불')).toEqual(['고객', '환불']);
  });

  it.each([
    ['退款', '处理客户退款请求'],
    ['客户退款', '处理客户退款请求'],
    ['返金の手続き', '返金の手続きについて'],
    ['サーバー', 'Webサーバーを再起動する'],
    ['คืนเงิน', 'การคืนเงินให้ลูกค้า'],
    ['税', '税'],
  ])('find %s in a text without spaces', (query, text) => {
    expect(meet(query, text)).toBeGreaterThan(0);
    expect(meet(query, '天气预报と会議')).toBe(0);
  });

  it('take time in proportion to the text', () => {
    const start = process.cpuUsage();
    searchWords('退款の手ไทย'.repeat(50_000));
    const { user, system } = process.cpuUsage(start);
    // Observed: below 0.5 s.
    expect((user + system) / 1_000_000).toBeLessThan(3);
  });
});
