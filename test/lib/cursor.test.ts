import { expect } from 'chai';
import fc from 'fast-check';
import { createCursorCodec, type CursorScope, type Position } from '../../src/lib/cursor.ts';
import { DomainError } from '../../src/lib/errors/errors.ts';
import { Keyring } from '../../src/lib/secrets/keyring.ts';

interface Row {
  id: string;
  createdAt: Date;
}

describe('cursor', () => {
  const cursors = createCursorCodec(Keyring.parse(Keyring.generate()));
  const scope: CursorScope = {
    accountId: 'a',
    list: 'payment_links',
    filters: { status: 'paid', currency: undefined },
  };
  const row = (id: string, time = 1_790_000_000_123): Row => ({ id, createdAt: new Date(time) });
  const page = (rows: Row[], limit: number) =>
    cursors.list(
      scope,
      { limit },
      { read: () => Promise.resolve(rows), idOf: ({ id }) => id, view: ({ id }) => id },
    );
  const issue = (position: Position, within = scope) => cursors.encode(within, position);

  function expectRefused(cursor: string, within = scope, codec = cursors): void {
    let refusal: unknown;
    try {
      codec.decode(within, cursor);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).to.be.instanceOf(DomainError);
    expect(refusal).to.include({ code: 'invalid_cursor', param: 'cursor' });
  }

  it('restores the exact end of the page', () => {
    const times = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(times, fc.string({ minLength: 1, unit: 'binary' }), (createdAt, id) => {
        expect(cursors.decode(scope, issue({ createdAt, id }))).to.deep.equal({ createdAt, id });
      }),
    );
  });

  it('is given only when there is more', async () => {
    const rows = [row('1'), row('2'), row('3')];
    expect(await page([], 2)).to.deep.equal({ object: 'list', data: [], has_more: false, next_cursor: null });
    expect(await page(rows.slice(0, 2), 2)).to.deep.equal({
      object: 'list',
      data: ['1', '2'],
      has_more: false,
      next_cursor: null,
    });
    const first = await page(rows, 2);
    expect(first).to.deep.include({ data: ['1', '2'], has_more: true });
    expect(cursors.decode(scope, first.next_cursor!).id).to.equal('2');
  });

  it("stays within the contract's length, in URL-safe characters", () => {
    const cursor = issue({ createdAt: new Date('2199-12-31'), id: '0192f3a4-c1d0-7f5b-8c6d-7e8f9a0b1c2d' });
    expect(cursor).to.match(/^[A-Za-z0-9_-]{20,512}$/);
  });

  it('is refused when a single character is changed, missing or added', () => {
    const cursor = issue({ createdAt: new Date(), id: 'PL-AAAA-BBBB-CCCC' });
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom(...'AZaz09-_=%. '), (at, character) => {
        const changed = cursor.slice(0, at) + character + cursor.slice(at + 1);
        if (changed !== cursor) expectRefused(changed);
        expectRefused(cursor.slice(0, at));
        expectRefused(cursor.slice(0, at) + cursor.slice(at + 1));
        expectRefused(cursor.slice(0, at) + character + cursor.slice(at));
      }),
    );
  });

  it('is refused when made up', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.base64String()), (made) => expectRefused(made)));
  });

  it('is refused for another account, list, filter or deployment', () => {
    const cursor = issue({ createdAt: new Date(), id: '1' });
    const elsewhere: CursorScope[] = [
      { ...scope, accountId: 'b' },
      { ...scope, list: 'transactions' },
      { ...scope, filters: {} },
      { ...scope, filters: { status: 'active' } },
      { ...scope, filters: { currency: 'paid' } },
      { ...scope, filters: { status: 'paid', currency: 'MXNB' } },
    ];
    for (const other of elsewhere) expectRefused(cursor, other);
    expectRefused(cursor, scope, createCursorCodec(Keyring.parse(Keyring.generate())));
  });

  it('does not depend on the order of filters or on undefined ones', () => {
    const one = { ...scope, filters: { status: 'paid', createdAfter: new Date(5), currency: undefined } };
    const other = { ...scope, filters: { createdAfter: new Date(5), status: 'paid' } };
    expect(cursors.decode(other, issue({ createdAt: new Date(7), id: '1' }, one)).id).to.equal('1');
  });
});
