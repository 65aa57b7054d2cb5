import { expect } from 'chai';
import { errorCodesOf } from '../../src/contract/derived/error-codes.ts';
import { eachOperation } from '../../src/contract/document.ts';
import type { ErrorCodeOf, OperationId } from '../../src/contract/operations.ts';
import { MEANINGS } from '../../src/db/constraints.ts';
import { createRouteIndex, isTestHelper, type Operation } from '../../src/http/request/routes.ts';
import type { ErrorCode } from '../../src/lib/errors/table.ts';
import { sharedContract } from '../support/contract.ts';
import type { SourceProgram } from './program.ts';
import { readProgram, type Reached } from './reached.ts';

/** The steps before a handler and around it, which all calls take. */
const STEPS = [
  ['http/chain.ts', 'serve'],
  ['http/chain.ts', 'beginCall'],
  ['http/faults.ts', 'withFaults'],
  ['http/dispatch.ts', 'createDispatch'],
  ['idempotency/run-once.ts', 'createRunOnce'],
] as const;

/** What these steps throw for some operations only. */
const ONLY_FOR: Partial<Record<ErrorCode, (operation: Operation) => boolean>> = {
  // For what matches no operation; the live environment has no test helpers.
  method_not_allowed: () => false,
  route_not_found: ({ path }) => isTestHelper(path),
  // For proxies, which stand before cells and ask another one.
  misdirected_request: () => false,
  invalid_api_key: ({ scopes }) => scopes !== undefined,
  insufficient_scope: ({ scopes = [] }) => scopes.length > 0,
  idempotency_key_required: ({ mutates }) => mutates,
  idempotency_key_reused: ({ mutates }) => mutates,
  idempotency_request_in_progress: ({ mutates }) => mutates,
  payload_too_large: ({ takesBody }) => takesBody,
  unsupported_media_type: ({ takesBody }) => takesBody,
};

const OTHER_TRIGGER = 'refusalOf() gives the code of what the call would do.';
const KEEPS_REFERENCE = 'The external_reference of a code is given once.';
const HOLDS_CUSTOMER = 'holdCustomer() locks the customer, and writes nothing.';
const OF_ONE = 'reads() makes the list and the read of one from the same arguments.';
const OWN_REFUND = 'It confirms the refund that it has just made.';

/** What a handler reaches and does not answer with, and why. */
const NEVER: {
  [Op in OperationId]?: { [Code in ErrorCode]?: Code extends ErrorCodeOf<Op> ? never : string };
} = {
  createPaymentLink: { customer_reference_taken: HOLDS_CUSTOMER },
  updatePaymentLink: {
    customer_reference_taken: HOLDS_CUSTOMER,
    payment_link_not_cancellable: OTHER_TRIGGER,
    payment_link_not_deletable: OTHER_TRIGGER,
  },
  cancelPaymentLink: {
    payment_link_not_deletable: OTHER_TRIGGER,
    payment_link_not_modifiable: OTHER_TRIGGER,
  },
  deletePaymentLink: {
    payment_link_not_cancellable: OTHER_TRIGGER,
    payment_link_not_modifiable: OTHER_TRIGGER,
  },
  refreshPaymentLinkQuote: {
    payment_link_not_cancellable: OTHER_TRIGGER,
    payment_link_not_deletable: OTHER_TRIGGER,
  },
  updateQrCode: { qr_code_reference_taken: KEEPS_REFERENCE },
  deleteQrCode: { qr_code_reference_taken: KEEPS_REFERENCE },
  deleteCustomer: { customer_reference_taken: 'It erases the reference.' },
  simulateDeposit: { deposit_not_found: 'It reads the deposit that it has just made.' },
  listWithdrawals: { withdrawal_not_found: OF_ONE },
  listConversions: { conversion_not_found: OF_ONE },
  listRefunds: { refund_not_found: OF_ONE },
  createRefund: {
    account_not_found: 'An API key belongs to an account, and no account is deleted.',
    refund_destination_required: 'requireOrigin() has refused it before, as refund_origin_unknown.',
    refund_needs_quote: 'What was converted is refunded by a quote.',
    refund_not_found: OWN_REFUND,
    refund_already_confirmed: OWN_REFUND,
    conversion_already_confirmed: OWN_REFUND,
  },
};

export function describeThrownErrors(source: () => SourceProgram): void {
  describe('the errors that the contract lists for an operation', () => {
    const { operations } = createRouteIndex(sharedContract, { environment: 'test' });
    const listed = new Map(
      [...eachOperation(sharedContract)].map(([, , operation]) => [
        operation.operationId,
        errorCodesOf(sharedContract, operation).flatMap(([, codes]) => codes),
      ]),
    );
    let shared: Reached;
    let handlers: Map<string, Reached>;
    let unknown: string[];

    before(() => {
      const program = readProgram(source());
      shared = program.fromFunctions(STEPS);
      handlers = program.fromHandlers();
      unknown = program.unknown();
    });

    it('are all that the code can answer with, and no other', () => {
      const needless = new Set(
        Object.entries(NEVER).flatMap(([id, codes]) => Object.keys(codes).map((code) => `${id} ${code}`)),
      );
      for (const operation of operations) {
        const { id } = operation;
        const possible = new Set([...thrownBefore(operation), ...thrownBy(handlers.get(id)!)]);
        const never = Object.keys(NEVER[id as OperationId] ?? {});
        for (const code of never) if (possible.delete(code)) needless.delete(`${id} ${code}`);
        expect(listed.get(id)?.toSorted(), id).to.deep.equal([...possible].sort());
      }
      expect([...needless]).to.deep.equal([]);
    });

    it('are looked for in all handlers, and wherever the code that is thrown is known', () => {
      expect([...handlers.keys()]).to.have.members(operations.map(({ id }) => id));
      // The constraints of tables are looked up below; a library's error is one of those that the steps throw themselves.
      expect(unknown).to.deep.equal(['db/constraints.ts', 'http/answers/error-reply.ts']);
    });

    function thrownBefore(operation: Operation): string[] {
      return [...shared.codes].filter((code) => ONLY_FOR[code as ErrorCode]?.(operation) ?? true);
    }

    /** A constraint is violated by who writes its table, whose name it begins with. */
    function thrownBy({ codes, written }: Reached): string[] {
      const violated = Object.entries(MEANINGS).filter(([constraint]) =>
        [...written].some((table) => constraint.startsWith(`${table}_`)),
      );
      return [...codes, ...violated.map(([, code]) => code)];
    }
  });
}
