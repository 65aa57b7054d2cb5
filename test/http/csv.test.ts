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

  it('keeps them from running also where a semicolon separates, in full width, and after blanks', () => {
    const texts = ['Pedido 7;=HYPERLINK(1)', 'a; =1+1;b', '＝1+1', ' =1+1', '- x', 'a;b', '- 22'];
    expect(spreadsheetLine(texts)).to.equal(
      "Pedido 7;'=HYPERLINK(1),a;' =1+1;b,'＝1+1,' =1+1,'- x,a;b,'- 22\r\n",
    );
  });

  it('keeps them from running after a quotation mark or a new line, which end a cell where a semicolon separates', () => {
    expect(spreadsheetLine(['a;"=1+1"', 'a\r\n=1+1', 'a\n"+1";b', 'a\nb'])).to.equal(
      `"a;'""=1+1""","a\r\n'=1+1","a\n'""+1"";b","a\nb"\r\n`,
    );
  });

  it('keeps every digit of what is no amount', () => {
    const digits = ['646180157000000004', '00012345', '0', '0.50', '123456789012345', '-1234567890123456'];
    expect(spreadsheetLine(digits)).to.equal(
      "'646180157000000004,'00012345,0,0.50,123456789012345,-1234567890123456\r\n",
    );
  });
});
