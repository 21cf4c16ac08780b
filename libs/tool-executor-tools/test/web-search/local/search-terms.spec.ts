import { describe, expect, it } from '@jest/globals';
import { searchTerms } from '../../../src/web-search/local/search-terms.js';

describe('searchTerms', () => {
  it.each([
    ['find_order(orderId)', ['find', 'order', 'orderid']],
    ['STRASSE straße', ['strasse', 'strasse']],
    ['ΟΔΟΣ οδος', ['οδος', 'οδος']],
    ['ﬁle ＡＢＣ', ['file', 'abc']],
    ['re\u0301sume\u0301 r\u00e9sum\u00e9', ['r\u00e9sum\u00e9', 'r\u00e9sum\u00e9']],
    ['A-17, 3.5', ['a', '17', '3', '5']],
    ['猫', ['猫']],
    ['咖啡店', ['咖', '啡', '咖啡', '店', '啡店']],
    ['v2版本x', ['v2', '版', '本', '版本', 'x']],
    ['x'.repeat(65), []],
    ['— … !', []],
    ['', []],
  ])('are, of %j, %j', (text, terms) => {
    expect([...searchTerms(text)]).toEqual(terms);
  });
});
