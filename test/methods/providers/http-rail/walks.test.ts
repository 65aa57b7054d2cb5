import { expect } from 'chai';
import { money } from '../../../../src/lib/money.ts';
import {
  createReader,
  pagesBack,
  readBook,
  type Book,
} from '../../../../src/methods/providers/http-rail/index.ts';
import type { StatementLine } from '../../../../src/methods/providers/provider.ts';
import { failureOf, patience } from '../../simulator/rig.ts';

const HOUR_MS = 3_600_000;
const at = (hour: number): Date => new Date(hour * HOUR_MS);

describe('a walk through a list of a rail', () => {
  const reader = createReader('Example');
  /** Reads lists of hours, page by page. */
  const walk = async (
    pages: number[][],
    since: number,
    next = (page: number) => page + 1,
  ): Promise<number> => {
    let asked = 0;
    const read = (after = '0') => {
      asked++;
      const page = Number(after);
      const isLast = page + 1 >= pages.length;
      return Promise.resolve({ items: pages[page] ?? [], next: isLast ? undefined : String(next(page)) });
    };
    const seen: number[][] = [];
    for await (const page of pagesBack(reader, read, { since: at(since), timeOf: at })) seen.push(page);
    expect(seen).to.have.length(asked);
    return asked;
  };

  it('ends where the rest is older for certain', async () => {
    expect(await walk([[9, 8], [7, 6], [5, 4], [3]], 6.5)).to.equal(2);
    expect(await walk([[9, 8], [7, 6], [5, 4], [3]], 1)).to.equal(4);
  });

  it('goes on where the order says nothing, or the clocks may differ', async () => {
    expect(await walk([[5, 9], [4, 8], [7]], 6)).to.equal(3);
    expect(await walk([[4, 4], [9]], 6)).to.equal(2);
    expect(await walk([[9, 5.9], [5]], 6)).to.equal(2);
  });

  it('does not go round in circles', async () => {
    const failure = await failureOf(walk([[9], [8], [7]], 1, () => 1));
    expect(failure.message).to.include('a page that repeats itself');
  });
});

describe('a statement that is read from the books of a rail', () => {
  /** One entry an hour; `besides` has another line each half past. */
  const bookOf = (hours: number, pageSize: number): Book<{ id: string; at: Date }> & { asked: number } => {
    const entries = Array.from({ length: hours }, (_, hour) => ({ id: `e${hour}`, at: at(hour) }));
    const lineOf = (time: Date, reference: string): StatementLine => ({
      ...{ kind: 'cost', reference, asset: 'USD', amount: money('-1'), at: time },
    });
    const book = {
      asked: 0,
      before(id: string | undefined) {
        book.asked++;
        const end = id === undefined ? hours : entries.findIndex((one) => one.id === id);
        const page = entries.slice(Math.max(0, end - pageSize), end).reverse();
        return Promise.resolve({ entries: page, isLast: page.length < pageSize });
      },
      after(id: string | undefined) {
        const start = id === undefined ? 0 : entries.findIndex((one) => one.id === id) + 1;
        const page = entries.slice(start, start + pageSize);
        return Promise.resolve({ entries: page, isLast: page.length < pageSize });
      },
      toLines: (some: readonly { id: string; at: Date }[]) =>
        Promise.resolve(some.map((one) => lineOf(one.at, one.id))),
      besides: ({ from, to }: { from: Date; to: Date }) =>
        Promise.resolve(
          entries
            .map((one) => new Date(one.at.getTime() + HOUR_MS / 2))
            .filter((time) => time >= from && time < to)
            .map((time) => lineOf(time, `b${(time.getTime() - HOUR_MS / 2) / HOUR_MS}`)),
        ),
    };
    return book;
  };

  it('has each line of the period once and in order, in bounded steps', async () => {
    const book = bookOf(100, 7);
    const lines: string[] = [];
    let after: string | undefined;
    do {
      const asked = book.asked;
      const page = await readBook(book, { from: at(10), to: at(40), after }, patience());
      expect(book.asked - asked).to.be.at.most(5);
      lines.push(...page.lines.map(({ reference }) => reference));
      after = page.next;
    } while (after !== undefined);
    const expected = Array.from({ length: 30 }, (_, place) => [`e${place + 10}`, `b${place + 10}`]).flat();
    expect(lines).to.deep.equal(expected);
  });

  it('goes on only where a page has ended', async () => {
    const book = bookOf(3, 7);
    for (const after of ['', 'search ', 'read x y', `read 1 ${'x'.repeat(101)}`, 'elsewhere']) {
      const failure = await failureOf(readBook(book, { from: at(0), to: at(3), after }, patience()));
      expect(failure.kind).to.equal('refused');
    }
  });
});
