import { expect } from 'chai';
import { csvLine, spreadsheetLine } from '../../src/http/answers/csv.ts';

describe('CSV', () => {
  it('quotes what would break a line apart, and nothing else', () => {
    expect(csvLine(['a', 'b c', '', 'x,y', 'say "hi"', 'two\r\nlines', '=1+1'])).to.equal(
      'a,b c,,"x,y","say ""hi""","two\r\nlines",=1+1\r\n',
    );
  });

  it('keeps texts from running as formulas in a spreadsheet, and numbers numbers', () => {
    expect(spreadsheetLine(['=1+1', '+52 55', '@sum', '-2+3', '\tx', '-22.50000000', '-7', 'a=b'])).to.equal(
      "'=1+1,'+52 55,'@sum,'-2+3,'\tx,-22.50000000,-7,a=b\r\n",
    );
  });
});
