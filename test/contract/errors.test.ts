import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { errorCodesOf } from '../../src/contract/derived/error-codes.ts';
import { eachOperation, readEnumDescriptions } from '../../src/contract/document.ts';
import { API_ERRORS, ERRORS, type ErrorCode } from '../../src/lib/errors/table.ts';
import { AREAS } from '../../src/panel/areas.ts';
import { contract, sharedContract } from '../support/contract.ts';

type Example = { value: { error: { code: ErrorCode; type: string; message: string; param?: string } } };
type Answer = {
  description?: string;
  'x-error-codes'?: ErrorCode[];
  content?: { 'application/json'?: { examples?: Record<string, { $ref: string }> } };
};

const components = contract['components'] as {
  schemas: Record<string, { enum: string[] }>;
  responses: Record<string, Answer>;
  examples: Record<string, Example>;
};
const codes = Object.keys(API_ERRORS) as ErrorCode[];

describe('the errors of the contract', () => {
  it('are those in the code', () => {
    expect(components.schemas['ErrorCode']?.enum).to.have.members(codes);
    const types = codes.map((code) => ERRORS[code].type);
    expect(components.schemas['ErrorType']?.enum).to.have.members([...new Set(types)]);
  });

  it('have the statuses that the description of their type lists', () => {
    const types = Object.entries(readEnumDescriptions(sharedContract, 'ErrorType'));
    const described = types.flatMap(([type, text]) =>
      (/: HTTP (.+)\.$/.exec(text)?.[1]?.match(/\d{3}/g) ?? []).map((status) => `${status} ${type}`),
    );
    const answered = Object.values(API_ERRORS).map(({ status, type }) => `${status} ${type}`);
    expect(described).to.have.members([...new Set(answered)]);
  });

  it('have the right type in their examples, and the right message unless it contains details', () => {
    const detailed = [
      'invalid_request',
      'unknown_api_version',
      'insufficient_scope',
      'payload_too_large',
      'forbidden',
      'rate_limit_exceeded',
      'api_refund_limit_reached',
      'refund_origin_unknown',
      'payment_link_not_refundable',
      'deposit_taken_back',
      'account_owes_money',
      'deposit_not_unmatched',
      'deposit_too_small',
      'insufficient_funds',
    ];
    const examples = Object.values(components.examples).filter(({ value }) => value?.error?.code);
    for (const { value } of examples) {
      const { code, type, message } = value.error;
      expect(type, code).to.equal(ERRORS[code].type);
      if (!detailed.includes(code)) expect(message).to.equal(ERRORS[code].message);
    }
    expect(examples.map(({ value }) => value.error.code)).to.include.members(codes);
  });

  it('are listed under their own status in every operation', () => {
    for (const [path, item] of Object.entries(contract.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        if (method === 'parameters') continue;
        for (const [status, answer] of Object.entries(
          operation['responses'] as Record<string, { $ref?: string }>,
        )) {
          if (!answer.$ref) continue;
          const response = components.responses[answer.$ref.split('/').at(-1) ?? ''];
          for (const code of Object.keys(examplesOf(response))) {
            expect(ERRORS[code as ErrorCode].status, `${method} ${path} ${status} ${code}`).to.equal(
              Number(status),
            );
          }
        }
      }
    }
  });

  it('are listed by each response that has one, which explains and shows each', () => {
    const withError = Object.entries(components.responses).filter(([, response]) =>
      JSON.stringify(response.content ?? {}).includes('/schemas/ErrorEnvelope'),
    );
    const listing = Object.entries(components.responses).filter(([, one]) => one['x-error-codes']);
    expect(listing.map(([name]) => name)).to.deep.equal(withError.map(([name]) => name));
    for (const [name, response] of listing) {
      const listed = response['x-error-codes'] ?? [];
      expect(codes, name).to.include.members(listed);
      expect(Object.keys(examplesOf(response)), name).to.have.members(listed);
      const words = (response.description ?? '').match(/(?<=`)\w+(?=`)/g) ?? [];
      const named = new Set(words.filter((word) => codes.includes(word as ErrorCode)));
      expect([...named], name).to.have.members(listed);
    }
    for (const [, , { responses }] of eachOperation(sharedContract)) {
      for (const [status, { $ref }] of Object.entries(responses as Record<string, { $ref?: string }>)) {
        if (Number(status) < 400) continue;
        expect(listing.map(([name]) => `#/components/responses/${name}`)).to.include($ref);
      }
    }
  });

  it('of a refund are in its guide, but for those that all calls have', async () => {
    const operations = [...eachOperation(sharedContract)].map(([, , operation]) => operation);
    const codesFor = (operation: (typeof operations)[number]) =>
      errorCodesOf(sharedContract, operation).flatMap(([, listed]) => listed);
    const ofRefund = codesFor(operations.find(({ operationId }) => operationId === 'createRefund')!);
    const ofLink = codesFor(operations.find(({ operationId }) => operationId === 'createPaymentLink')!);
    const guide = await readFile(new URL('../../openapi/guides/12-refunds.md', import.meta.url), 'utf8');
    const own = ofRefund.filter((code) => !ofLink.includes(code));
    expect(own).to.have.length.above(12);
    for (const code of own) expect(guide).to.match(new RegExp(`\\b${code}\``));
  });

  it('have messages that are readable sentences', () => {
    for (const code of codes) {
      expect(ERRORS[code].message, code).to.match(/^[A-Z].{15,200}\.$/);
    }
  });

  it('send nobody to a page that the account panel does not have', () => {
    const pages = new Set(AREAS.map(({ path }) => path));
    const messages = Object.values(components.examples).flatMap(({ value }) => value?.error?.message ?? []);
    const sending = [...codes.map((code) => ERRORS[code].message), ...messages].filter((text) =>
      /panel/.test(text),
    );
    // Keys are made there, and payments refunded; nothing is verified.
    expect(sending).to.not.be.empty;
    for (const text of sending)
      expect(text).to.match(/^This API key lacks the scope \S+\. Create a key |refund/i);
    expect([...pages]).to.include.members(['keys', 'refunds', 'deposits', 'links']);
    for (const [name, { description = '' }] of Object.entries(components.responses)) {
      if (name === 'RefundConflict') continue;
      const others = description.replace(/create a key that\s+has\s+it in the account panel/, '');
      expect(others).not.to.contain('panel');
    }
  });

  /** The examples of a response by code, whatever they are called. */
  function examplesOf(answer: Answer | undefined): Record<string, Example> {
    const refs = Object.values(answer?.content?.['application/json']?.examples ?? {});
    const examples = refs.map(({ $ref }) => components.examples[$ref.split('/').at(-1) ?? '']);
    return Object.fromEntries(examples.map((example) => [example?.value.error.code, example as Example]));
  }
});
