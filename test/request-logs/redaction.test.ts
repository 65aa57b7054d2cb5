import { expect } from 'chai';
import fc from 'fast-check';
import { readBodyShapes, type BodyShape } from '../../src/contract/body-shapes.ts';
import { PUBLIC_OPERATIONS } from '../../src/contract/handler.ts';
import { ALLOW_LIST, QUERY_ALLOW_LIST, type FieldRules } from '../../src/request-logs/allow-list.ts';
import { createRedaction, names, type Redaction } from '../../src/request-logs/redaction.ts';
import { contract } from '../support/contract.ts';

describe('the redaction of the call log', () => {
  const shapes = readBodyShapes(contract as never);
  const redaction = createRedaction(shapes);

  describe('by its allow-list', () => {
    const decided = (...kinds: (keyof FieldRules)[]): Set<string> =>
      new Set(
        Object.entries(ALLOW_LIST).flatMap(([schema, rules]) =>
          kinds.flatMap((kind) => names(rules[kind] ?? '').map((name) => `${schema}.${name}`)),
        ),
      );
    /** The fields of all bodies that can be logged, as `Schema.field`, down to those redacted as a whole. */
    const inContract = new Set<string>();
    const visit = (shape: BodyShape | undefined): void => {
      for (const [name, { schema, shape: inner }] of shape ?? []) {
        inContract.add(`${schema}.${name}`);
        if (!decided('redact').has(`${schema}.${name}`)) visit(inner);
      }
    };
    visit(shapes.error);
    for (const [id, { request, answer }] of shapes.operations) {
      if ((PUBLIC_OPERATIONS as readonly string[]).includes(id)) continue;
      visit(request);
      visit(answer);
    }

    it('covers every field in the contract', () => {
      const all = decided('keep', 'host', 'redact');
      expect([...inContract].filter((field) => !all.has(field))).to.deep.equal([]);
    });

    it('has no field that is not in the contract', () => {
      const all = decided('keep', 'host', 'redact');
      expect([...all].filter((field) => !inContract.has(field))).to.deep.equal([]);
    });

    it('covers exactly the query parameters in the contract', () => {
      const parameters = new Set([...shapes.operations.values()].flatMap(({ query }) => query));
      const { keep = '', redact = '' } = QUERY_ALLOW_LIST;
      expect([...names(keep), ...names(redact)]).to.have.members([...parameters]);
    });

    it('lists no field twice', () => {
      for (const [schema, rules] of Object.entries(ALLOW_LIST)) {
        const all = Object.values(rules).flatMap((text: string) => names(text));
        expect(new Set(all).size, schema).to.equal(all.length);
      }
    });
  });

  it('keeps what is known to be safe, and masks the rest', () => {
    const body = {
      amount: '1500',
      currency: 'MXNB',
      accepted_methods: ['SPEI', 'MXNB'],
      metadata: { customer: 'ada@example.com' },
      return_url: 'https://ada:secret@shop.example.com:8443/orders/1?token=secret#secret',
    };
    expect(redaction.request('createPaymentLink', body)).to.deep.equal({
      amount: '1500',
      currency: 'MXNB',
      accepted_methods: ['SPEI', 'MXNB'],
      metadata: '[redacted]',
      return_url: 'https://shop.example.com:8443/[redacted]',
    });
  });

  it('keeps the order in which the fields were sent', () => {
    const body = { metadata: { a: '1' }, description: 'Order', amuont: '1', currency: 'MXNB', amount: '1' };
    const names = (value: unknown) => Object.keys(value as object);
    expect(names(redaction.request('createPaymentLink', body))).to.deep.equal(names(body));
    const answer = { status: 'active', code: 'x', object: 'payment_link' };
    expect(names(redaction.answer('getPaymentLink', answer))).to.deep.equal(names(answer));
  });

  it('masks what is not in the contract, and its name unless it is a plain word', () => {
    const body = { amount: '1', amuont: '2', whsec_9: 1, 'ana@example.com': 1, nested: { amount: 'secret' } };
    expect(redaction.request('createPaymentLink', body)).to.deep.equal({
      amount: '1',
      amuont: '[redacted]',
      '[redacted]': '[redacted]',
      nested: '[redacted]',
    });
    const many = Object.fromEntries(
      Array.from({ length: 9_000 }, (_, at) => [`x${'a'.repeat(at % 30)}_${'b'.repeat(at / 300)}`, 1]),
    );
    expect(JSON.stringify(redaction.request('createPaymentLink', many)).length).to.be.lessThan(10_000);
  });

  it('leaves out what is not in the contract of a response', () => {
    expect(redaction.answer('getPaymentLink', { code: 'x', secret: 'secret' })).to.deep.equal({ code: 'x' });
  });

  it('keeps no structure that is not in the contract', () => {
    const kept = redaction.request('createPaymentLink', {
      amount: { secret: 'secret' },
      currency: [['secret']],
      description: [{ secret: 1 }, 'x', null],
      metadata: ['secret'],
      return_url: 'secret',
    });
    expect(kept).to.deep.equal({
      amount: '[redacted]',
      currency: ['[redacted]'],
      description: ['[redacted]', 'x', null],
      metadata: '[redacted]',
      return_url: '[redacted]',
    });
    expect(redaction.request('createPaymentLink', 'secret')).to.equal('[redacted]');
    expect(redaction.answer('listBalances', { data: 'secret' })).to.deep.equal({ data: '[redacted]' });
  });

  it('keeps nothing of a free-form body', () => {
    expect(redaction.request('postPing', { card: '4111111111111111' })).to.equal('[redacted]');
    expect(redaction.request('listBalances', { amount: 'secret' })).to.equal('[redacted]');
  });

  it('keeps only the query parameters that are safe for the operation', () => {
    const query = { limit: '3', status: 'paid', path: '/v1', token: 'secret', 4111: 'secret' };
    const nothing = {
      limit: '[redacted]',
      status: '[redacted]',
      path: '[redacted]',
      token: '[redacted]',
      '[redacted]': '[redacted]',
    };
    expect(redaction.query('listPaymentLinks', query)).to.deep.equal({
      ...nothing,
      limit: '3',
      status: 'paid',
    });
    expect(redaction.query('listRequestLogs', query)).to.deep.equal({
      ...nothing,
      limit: '3',
      status: 'paid',
      path: '/v1',
    });
    expect(redaction.query('listBalances', query)).to.deep.equal(nothing);
    expect(redaction.query(null, query)).to.deep.equal(nothing);
    const twice = { limit: ['1', '2'], token: ['secret', 'secret'] };
    expect(redaction.query('listPaymentLinks', twice)).to.deep.equal({
      limit: ['1', '2'],
      token: ['[redacted]', '[redacted]'],
    });
    const metadata = { 'metadata[order_id]': 'x', 'metadata[ana@example.com]': 'x', metadata: 'x' };
    expect(redaction.query('listPaymentLinks', metadata)).to.deep.equal({
      'metadata[order_id]': '[redacted]',
      '[redacted]': '[redacted]',
      metadata: '[redacted]',
    });
    const long = redaction.query('listRequestLogs', { path: 'x'.repeat(10_000) });
    expect(long?.['path']).to.match(/^x{4000,4200}\[truncated\]$/);
  });

  it('keeps null where there was nothing', () => {
    expect(redaction.query('listPaymentLinks', undefined)).to.equal(null);
    expect(redaction.request('createPaymentLink', undefined)).to.equal(null);
    expect(redaction.answer('deletePaymentLink', undefined)).to.equal(null);
    expect(redaction.answer('getPaymentLink', { paid_at: null, return_url: null })).to.deep.equal({
      paid_at: null,
      return_url: null,
    });
  });

  it('keeps the first entries of a page, and marks the cut', () => {
    const link = { object: 'payment_link', code: 'PL-7K2M-9QX4-B1TZ' };
    const page = (entries: number) => ({
      object: 'list',
      data: Array.from({ length: entries }, () => link),
      has_more: true,
      next_cursor: 'x',
    });
    expect(redaction.answer('listPaymentLinks', page(0))).to.deep.equal(page(0));
    expect(redaction.answer('listPaymentLinks', page(3))).to.deep.equal(page(3));
    expect(redaction.answer('listPaymentLinks', page(4))).to.deep.equal({
      ...page(4),
      data: [link, link, link, '[truncated]'],
    });
  });

  it('keeps the start of a long list, and marks the cut', () => {
    const balance = { object: 'balance', asset: 'MXNB', available: '1'.repeat(500) };
    const kept = redaction.answer('listBalances', {
      object: 'balance_list',
      account_id: 'x',
      data: Array.from({ length: 100 }, () => balance),
    }) as { data: unknown[] };
    expect(kept.data.length).to.be.within(5, 10);
    expect(kept.data.slice(0, -2)).to.deep.equal(Array.from({ length: kept.data.length - 2 }, () => balance));
    expect(kept.data.at(-1)).to.equal('[truncated]');
  });

  it('keeps the start of a long text, and marks the cut', () => {
    const kept = redaction.request('createPaymentLink', { description: `${'😀'.repeat(50_000)}` }) as {
      description: string;
    };
    expect(kept.description).to.match(/^(😀)+\ufffd?\[truncated\]$/u);
    expect(kept.description.length).to.be.within(4_000, 4_200);
  });

  describe('for any body', () => {
    const fieldNames = [
      ...new Set(
        Object.values(ALLOW_LIST).flatMap((rules) =>
          Object.values(rules).flatMap((text: string) => names(text)),
        ),
      ),
    ];
    const secretText = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `sk_live_${text}`);
    const { tree: anyBody } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        secretText,
        fc.integer(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 5 }),
        fc.dictionary(fc.oneof(fc.constantFrom(...fieldNames), secretText), tie('tree'), { maxKeys: 8 }),
      ),
    }));
    const steps: [string, (redaction: Redaction, operation: string, body: unknown) => unknown][] = [
      ['request', (made, operation, body) => made.request(operation, body)],
      ['answer', (made, operation, body) => made.answer(operation, body)],
      ['error', (made, _operation, body) => made.error(body)],
    ];
    for (const [kind, redact] of steps) {
      it(`keeps only listed names, and of a request also plain words (${kind})`, () => {
        fc.assert(
          fc.property(fc.constantFrom(...shapes.operations.keys()), anyBody, (operation, body) => {
            const kept = redact(redaction, operation, body);
            const others = namesIn(kept).filter((name) => !fieldNames.includes(name));
            const allowed = kind === 'request' ? /^([A-Za-z][A-Za-z_-]*|\[redacted\]|\[truncated\])$/ : /^$/;
            expect(others.filter((name) => !allowed.test(name))).to.deep.equal([]);
          }),
        );
      });
    }

    it('handles the deepest and the widest, and keeps a bounded amount', () => {
      let deep: unknown = 'secret';
      for (let i = 0; i < 200_000; i++) deep = i % 2 ? { data: deep } : [deep];
      const wide = { data: Array.from({ length: 200_000 }, () => ({ metadata: {}, code: 'x' })) };
      for (const body of [deep, wide]) {
        expect(JSON.stringify(redaction.answer('listPaymentLinks', body)).length).to.be.lessThan(20_000);
        expect(JSON.stringify(redaction.request('createPaymentLink', body)).length).to.be.lessThan(20_000);
      }
    });
  });
});

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(namesIn);
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
}
