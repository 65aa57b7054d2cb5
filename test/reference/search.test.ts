import { expect } from 'chai';
import { createBook } from '../../src/reference/book/book.ts';
import type { Excerpt } from '../../src/reference/book/excerpt.ts';
import { readGuides } from '../../src/reference/book/guides.ts';
import { createSearch, type Hit, type Search } from '../../src/reference/book/search.ts';
import { readTranslation } from '../../src/contract/translation.ts';
import { sharedContract } from '../support/contract.ts';

const textOf = (parts: Excerpt): string => parts.map(({ text }) => text).join('');
const markedIn = (parts: Excerpt): string[] =>
  parts.filter(({ isMarked }) => isMarked).map(({ text }) => text);

describe("the reference's search", () => {
  let english: Search;
  let spanish: Search;

  before(async () => {
    const [en, es, translate] = await Promise.all([readGuides('en'), readGuides('es'), readTranslation()]);
    const common = { document: sharedContract, baseUrl: 'https://pay.example.com' };
    english = await createSearch(
      createBook({ ...common, guides: en, language: 'en', translate: () => undefined }),
    );
    spanish = await createSearch(createBook({ ...common, guides: es, language: 'es', translate }));
  });

  const firstOf = (search: Search, query: string): Hit =>
    search.find(query)[0] ?? expect.fail(`nothing found`);

  it('finds fields, and leads to them', () => {
    const hit = firstOf(english, 'clabe');
    expect(hit.kind).to.equal('field');
    expect(textOf(hit.title())).to.equal('clabe');
    expect(hit.href).to.match(/^\/docs\/en\/operations\/\w+#[\w-]+-clabe$/);
    expect(markedIn(hit.excerpt())).to.include('CLABE');
  });

  it('forgives typos', () => {
    expect(textOf(firstOf(english, 'idempotncy').title())).to.equal('Idempotency');
    expect(firstOf(english, 'verfy webhok signatre').href).to.equal(
      '/docs/en/guides/webhooks#verify-the-signature',
    );
    expect(firstOf(english, 'creat paymnt link').href).to.equal('/docs/en/operations/createPaymentLink');
  });

  it('finds operations by name, path and summary', () => {
    for (const query of ['createPaymentLink', 'POST /v1/payment_links', 'create a payment link']) {
      expect(firstOf(english, query).href, query).to.equal('/docs/en/operations/createPaymentLink');
    }
  });

  it('finds errors, events and the values of fields', () => {
    expect(firstOf(english, 'idempotency_key_reused').href).to.equal(
      '/docs/en/guides/errors#idempotency_key_reused',
    );
    expect(firstOf(english, 'payment_link.paid').href).to.equal('/docs/en/events/payment_link.paid');
    expect(english.find('LINK_EXPIRED').some(({ kind }) => kind === 'field')).to.equal(true);
  });

  it('shows the sentence that has the words, with them marked', () => {
    const excerpt = firstOf(english, 'replay attacks').excerpt();
    expect(textOf(excerpt)).to.contain('to prevent replay attacks');
    expect(markedIn(excerpt)).to.deep.equal(['replay', 'attacks']);
    for (const hit of english.find('payment')) expect(textOf(hit.excerpt()).length).to.be.lessThan(230);
  });

  it('takes what has all words first, and otherwise what has some', () => {
    expect(firstOf(english, 'rotate secret').href).to.contain('rotateWebhookEndpointSecret');
    expect(english.find('qqqqqq pagination')[0]?.href).to.equal('/docs/en/guides/pagination');
    expect(english.find('qqqqqq')).to.deep.equal([]);
    expect(english.find('')).to.deep.equal([]);
  });

  it('finds Spanish texts with or without accents, and names in code', () => {
    for (const query of ['paginación', 'paginacion', 'PAGINACIÓN']) {
      expect(firstOf(spanish, query).href, query).to.equal('/docs/es/guides/pagination');
    }
    expect(firstOf(spanish, 'crear enlace de pago').href).to.equal('/docs/es/operations/createPaymentLink');
    expect(firstOf(spanish, 'clabe').kind).to.equal('field');
  });
});
