import { describeLeast, sourcesOf } from '../stand-in/sources.ts';

/**
 * Everything that an answer can do, and how well that is known: README.md shows the same table, and explains the letters for
 * clients.
 */
export const SOURCES = sourcesOf({
  documented: {
    refusal: ['a code with its HTTP status', 'C6, C4, P/mxn-field-validations'],
    nonce_repeated: ['a nonce is taken once, in any order; v1 is refused', 'C6, T/nonce-v2-rollout'],
    limited: ['420 and a lock-out above the limits', 'C6'],
    funding: ['one deposit, or pages of them, newest first', 'P/payload-funding, P/fundings'],
    on_chain_details: ['tx_hash and funding_address of a deposit on a chain', 'C4; on no present page'],
    withdrawal: ['one withdrawal, or pages of them, newest first', 'P/list-your-withdrawals'],
    withdrawal_made: ['a withdrawal to a CLABE', 'P/mxn-account-data, P/nvio-clabe-bitso-transfer'],
    origin_unknown: ['0357 for an origin_id that is not there', 'C6'],
    ledger: ['entries by marker, without a filter by time', 'C4'],
    balance: ['total, locked and available of each currency', 'C6'],
    clabe: ['a CLABE of a user', 'P/create-a-clabe'],
    test_deposit: ['a payer sends SPEI, on the stage host', 'R/user_clabe_deposit_creation'],
    webhook: ['subscriptions, one for each event', 'P/managing-webhook-subscriptions'],
    public_keys: ['key_id and public_key, base64 of a SPKI DER', 'P/webhook-event-signatures'],
    quote: ['a quote, and how it stands', 'T/request-a-quote, T/retrieve-a-quote'],
    conversion: ['a conversion made at a quote', 'T/convert-a-quote, T/get-rfq-conversion'],
    quote_expired: ['quote_not_found for an expired quote', 'T/convert-a-quote'],
    v4_conversion: [
      'quote, execution and status of /v4/currency_conversions',
      'T/execute-a-conversion-quote, T/get-a-conversion-status',
    ],
    juno_clabe: ['a CLABE whose pesos become MXNB', 'J/issuance'],
    juno_issuance: [
      'MXNB for pesos of the account at Bitso',
      'J/trigger-a-token-issuance-via-bitso-transfer',
    ],
    juno_redemption: ['MXNB becomes pesos', 'J/redeem-your-mxnb-tokens(-to-a-bitso-account)'],
    juno_withdrawal: ['MXNB to an address', 'J/withdrawals-under-the-travel-rule-threshold'],
    juno_repeated: ['a repeated X-Idempotency-Key gets the original', 'J/redeem-your-mxnb-tokens'],
    juno_transaction: ['a transaction of Juno', 'J/transaction-status'],
    juno_bank_accounts: ['bank accounts for redemptions', 'J/redeem-your-mxnb-tokens'],
  },
  seen: {
    payment: [
      'a one-time payment with its CLABE',
      'C2; the request is documented: R/user_clabe_payment_creation',
    ],
    clabe_list: ['the CLABEs of users', 'C1'],
    test_deposit_made: ['the answer about a test deposit', 'C2'],
    usdc_withdrawal: ['USDC to an address', 'C2'],
    on_chain_recorded: ['receiving_address where C4 has funding_address', 'C5'],
    usdc_as_usd: ['USDC that is credited as the currency usd', 'C7'],
    funding_destination: ['the address for deposits on a network', 'C7; without a network: C4'],
    low_balance_0602: ['0602 for a balance of MXN that is too low', 'C1'],
    same_withdrawal: ['a repeated origin_id gets the same wid', 'C7'],
    fee: ['the fee of a withdrawal of MXN', 'C2: stage said 1.00; P/mxn-withdrawals: free'],
    spei_list: ['SPEI movements, oldest first', 'C1, C7; the list is documented: P/list-deposits'],
    webhook_path: ['the path of subscriptions and keys', 'C1, C7'],
    keys_in_other_form: ['keyId and publicKey, in PEM', 'C7'],
    pairs: ['pairs with their precision', 'C3'],
    juno_balance: ['what Juno holds', 'clients of /mint_platform/v1/balances'],
    juno_completed: ['COMPLETED where COMPLETE is documented', 'C2'],
    status_200: ['success:false with HTTP 200', 'C5'],
    numeric_code: ['the code as a number', 'C5'],
    pending_word: ['PENDING where INITIATED is documented', 'C3'],
    amounts_as_numbers: ['amounts of deposits as numbers', 'C1'],
    fail_reason_on_complete: ['fail_reason on a completed withdrawal', 'C1'],
  },
  guessed: {
    nonce_time: ['0207 for a nonce of too long ago or too far ahead', 'no window is documented'],
    unknown_field: ['0304 for a field or parameter that is unknown', 'it may be ignored'],
    unknown_marker: ['0304 for a marker that is unknown', 'it may be ignored'],
    lag: ['a list that shows what was some time ago', 'nothing says that lists are up to date'],
    payment_repeated: ['what a repeated payment_id gets', 'an error of any code, or the same payment'],
    payment_unknown: ['1401 for a payment that is not there', 'any other code'],
    origin_used: ['0356 for a used origin_id', 'the code is documented, not for this call'],
    balance_first: ['the balance is checked before the origin_id', 'the order is not documented'],
    origin_unknown_empty: ['an empty list for an origin_id that is not there', 'or 0357'],
    unknown_fid: ['a list of ids without one that is not there', 'or 0311'],
    lists_others: ['a list of ids with a deposit that was not asked for', 'nothing says that it cannot be'],
    entry_early: [
      'the ledger has a withdrawal when it is asked for',
      'when an entry is made is not documented',
    ],
    entry_late: ['the ledger has a withdrawal some time after it is out', 'the same'],
    no_deposit_type: [
      'a deposit without details.deposit_type',
      'only third_party and returns are documented',
    ],
    own_deposit_type: ['own_account as the deposit_type of own money', 'the same'],
    on_chain_words: [
      'method and network of a deposit on a chain, and that it is pending first',
      'any others',
    ],
    webhook_exists: ['the code beside 400 for an event that is subscribed', 'the status is documented'],
    webhook_unknown: ['1401 for a subscription that is not there', 'any other code'],
    quote_refused: ['codes of refused quotes and conversions', 'only quote_not_found is documented'],
    quote_used: ['what a used quote gets', 'quote_not_found or 0345, or the same conversion'],
    terminated: ['TERMINATED, with the money moved or not', 'the word is documented, not what it means'],
    conversion_list: ['the page of conversions', 'status and page_size are documented'],
    juno_refused: ['codes of Juno', 'none are documented'],
    juno_transfer_mints: [
      'pesos sent by Bitso Transfer become MXNB',
      'J/issuance says that they do not: see the setting bitsoTransferMints',
    ],
    proxy: ['what a proxy in between says', 'any status, and HTML'],
    elsewhere: ['404 for a path that is not there', 'any other answer'],
  },
});

export type SourceName = keyof typeof SOURCES;

export const SOURCE_HEADER = 'X-Fake-Bitso-Source';
/** Of answers that are not Bitso's at all. */
export const OWN_SOURCE = 'none; control: of this server, not of Bitso';

export const describeSources = (names: readonly SourceName[]): string => describeLeast(SOURCES, names);
