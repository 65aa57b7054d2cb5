// Generated from the migrated schema by `npm run generate`. Do not edit.

/** The columns of each table, as queries return them. */
export interface Tables {
  account_brands: {
    accountId: string;
    color: string | null;
    logoDigest: string | null;
    logoType: 'image/png' | 'image/jpeg' | 'image/webp' | null;
    logoWidth: number | null;
    logoHeight: number | null;
    logo: Buffer | null;
  };
  account_limits: {
    accountId: string;
    currency: string;
    amount: string | null;
    nextCurrency: string | null;
    nextAmount: string | null;
    nextAt: Date | null;
  };
  account_move_changes: {
    accountId: string;
    id: string;
    tableName: string;
    key: unknown;
  };
  account_moves: {
    accountId: string;
    id: string;
    state: 'copying' | 'gone' | 'arriving' | 'here';
    cell: number;
    stillUntil: Date | null;
    createdAt: Date;
    goneAt: Date | null;
    arrivedAt: Date | null;
    completedAt: Date | null;
    copiedAt: Date | null;
  };
  account_stays: {
    accountId: string;
    beganAt: Date;
    endedAt: Date | null;
    arrivedBy: string | null;
  };
  account_tolerances: {
    accountId: string;
    method: string;
    share: string;
    max: string;
  };
  account_versions: {
    accountId: string;
    slot: number;
    version: string;
  };
  accounts: {
    id: string;
    name: string;
    email: string | null;
    status: 'active' | 'suspended' | 'blocked';
    kyb: 'not_started' | 'incomplete' | 'pending_review' | 'approved' | 'rejected';
    kybFirstApprovedAt: Date | null;
    kyc: 'not_started' | 'incomplete' | 'approved';
    emailVerified: boolean;
    phoneVerified: boolean;
    ownerExists: boolean;
    autoRefund: boolean;
    disabledMethods: readonly string[];
    createdAt: Date;
    kind: 'company' | 'individual';
    firstStepsDismissedAt: Date | null;
    timeZone: string;
    baseCurrency: string | null;
    promiseShare: string | null;
    payTheRest: boolean;
    refundAfterDays: number | null;
    refundAfterSince: Date | null;
  };
  api_refund_limits: {
    accountId: string;
    currency: string;
    amount: string;
  };
  api_refunds: {
    accountId: string;
    refundId: string;
    credentialId: string;
    createdAt: Date;
  };
  approval_rules: {
    accountId: string;
    id: string;
    kind: 'withdrawal' | 'refund' | 'conversion' | null;
    currency: string;
    amount: string;
    approvals: 1 | 2;
    owners: number;
    createdAt: Date;
    endsAt: Date | null;
  };
  assets: {
    asset: string;
    family: string;
  };
  audit_entries: {
    accountId: string;
    id: string;
    action: string;
    userId: string | null;
    userEmail: string | null;
    sessionId: string | null;
    address: string | null;
    requestId: string | null;
    subject: string;
    details: unknown;
    createdAt: Date;
  };
  backfills: {
    migration: string;
    position: string | null;
    steps: string;
    createdAt: Date;
    finishedAt: Date | null;
  };
  bank_accounts: {
    account: string;
    closing: string | null;
    statements: string;
    agreed: string;
    closedOn: string | null;
    provenAt: Date | null;
  };
  bank_batches: {
    id: string;
    account: string;
    name: string;
    content: Buffer;
    sha256: string;
    payments: number;
    total: string;
    groups: unknown;
    releasedBy: string | null;
    createdAt: Date;
    writtenAt: Date | null;
  };
  bank_entries: {
    id: string;
    account: string;
    identity: string;
    fingerprint: string;
    role: 'books' | 'early';
    isPaired: boolean;
    toldPending: string | null;
    toldBooked: string | null;
    statement: string | null;
    amount: string;
    currency: string;
    bookingDate: string | null;
    valueDate: string | null;
    isBooked: boolean;
    kind: 'deposit' | 'pay_out' | 'return' | 'taken_back' | 'cost' | 'other' | 'unknown';
    subject: string | null;
    reference: string | null;
    entry: unknown;
    isFinal: boolean;
    isDropped: boolean;
    decidedBy: string | null;
    learnedAt: Date;
    reportDueAt: Date | null;
    reportAttempts: number;
  };
  bank_files: {
    id: string;
    sha256: string;
    name: string;
    source: 'folder' | 'command' | 'panel';
    handedInBy: string | null;
    format: string | null;
    content: Buffer;
    refused: string | null;
    receivedAt: Date;
  };
  bank_handed_in: {
    accountId: string;
    id: string;
    sha256: string;
    name: string;
    bankAccount: string | null;
    content: Buffer | null;
    summary: unknown;
    handedInBy: string;
    createdAt: Date;
    expiresAt: Date;
    confirmedBy: string | null;
    confirmedAt: Date | null;
    doneBy: string | null;
    doneAt: Date | null;
    result: unknown;
  };
  bank_orders: {
    id: string;
    idempotencyKey: string;
    account: string;
    isRefund: boolean;
    amount: string;
    destination: unknown;
    state: 'waiting' | 'exported' | 'done' | 'refused';
    batchId: string | null;
    reason: string | null;
    words: string | null;
    remark: string | null;
    createdAt: Date;
    doneAt: Date | null;
    bookedBy: string | null;
    returnCode: string | null;
  };
  bank_places: {
    reference: string;
    idempotencyKey: string;
    account: string;
    numericReference: string | null;
    createdAt: Date;
  };
  bank_statements: {
    id: string;
    account: string;
    fileId: string;
    identity: string;
    bankId: string | null;
    role: 'books' | 'early';
    opening: string | null;
    closing: string | null;
    number: string | null;
    waits: string | null;
    content: unknown;
    receivedAt: Date;
    firstDay: string | null;
    lastDay: string | null;
    decidedBy: string | null;
  };
  bitso_conversions: {
    idempotencyKey: string;
    quoteId: string;
    takenAt: Date;
  };
  bitso_keys: {
    id: string;
    number: number;
    usedTo: Date;
    lockedUntil: Date | null;
    lockouts: number;
  };
  bitso_mints: {
    idempotencyKey: string;
    amount: string;
    startedAt: Date;
    issuanceId: string | null;
  };
  bitso_payments: {
    id: string;
    method: string;
    clabe: string;
    beneficiary: string | null;
    amount: string;
    expiresAt: Date;
    createdAt: Date;
    dueAt: Date | null;
    asked: number;
    payerName: string | null;
    openedAt: Date | null;
  };
  bitso_quotes: {
    idempotencyKey: string;
    reference: string;
    fromAsset: string;
    fromAmount: string;
    toAsset: string;
    toAmount: string;
    expiresAt: Date;
  };
  bitso_refusals: {
    idempotencyKey: string;
    reason: string;
    message: string;
    refusedAt: Date;
  };
  bridge_deposits: {
    transferId: string;
    templateId: string;
    finalAt: Date | null;
  };
  bridge_funds_requests: {
    id: string;
    seenAt: Date;
  };
  bridge_payees: {
    fingerprint: string;
    reference: string | null;
    requestedAt: Date;
  };
  bridge_progress: {
    name: 'events' | 'funds_requests';
    dueAt: Date;
    lastId: string | null;
    lastAt: Date;
  };
  bridge_templates: {
    id: string;
    method: string;
    requestedAt: Date;
    transferId: string | null;
    accountNumber: string | null;
    depositMessage: string | null;
    instructions: unknown;
    dueAt: Date | null;
    lookedAfter: number;
  };
  cell_deposits: {
    provider: string;
    reference: string;
    report: unknown;
    takenAt: Date;
  };
  chat_messages: {
    accountId: string;
    id: string;
    text: string;
    url: string;
    attempts: number;
    nextAttemptAt: Date;
    leaseToken: string | null;
    leaseExpiresAt: Date | null;
    createdAt: Date;
  };
  chat_webhooks: {
    accountId: string;
    service: 'slack' | 'teams' | 'google_chat' | 'discord';
    sealedUrl: Buffer;
    shownUrl: string;
    language: 'en' | 'es';
    kinds: readonly string[];
    minimum: string | null;
    minimumCurrency: string | null;
    pausedAt: Date | null;
    createdAt: Date;
  };
  credentials: {
    accountId: string;
    id: string;
    publicId: string;
    name: string;
    environment: string;
    scopes: readonly string[];
    secretHmac: Buffer;
    pepperVersion: number;
    lastFour: string;
    allowedCidrs: readonly string[];
    apiVersion: string;
    requestsPerMinute: number;
    moneyOperationsPerDay: number;
    expiresAt: Date | null;
    revokedAt: Date | null;
    createdAt: Date;
    previousSecretHmac: Buffer | null;
    previousPepperVersion: number | null;
    previousLastFour: string | null;
    previousValidUntil: Date | null;
  };
  currency_rates: {
    family: string;
    usd: string;
    setAt: Date;
  };
  customer_statement_mails: {
    accountId: string;
    id: string;
    customerId: string;
    createdAt: Date;
  };
  customer_terms: {
    accountId: string;
    term: string;
    customerId: string;
  };
  customers: {
    accountId: string;
    id: string;
    name: string;
    email: string | null;
    taxId: string | null;
    reference: string | null;
    language: 'en' | 'es' | null;
    metadata: unknown;
    createdAt: Date;
    updatedAt: Date;
    deletedAt: Date | null;
  };
  deployment: {
    onlyRow: boolean;
    environment: 'test' | 'live';
    transfersHeldSince: Date | null;
    screeningSince: Date | null;
    cell: number | null;
    unsettledSince: Date | null;
    secretsKeys: unknown;
  };
  deposit_conflicts: {
    accountId: string;
    id: string;
    provider: string;
    providerReference: string;
    paymentLinkCode: string | null;
    method: string;
    destination: string;
    reference: string | null;
    asset: string;
    network: string | null;
    amount: string;
    final: boolean;
    createdAt: Date;
  };
  deposit_references: {
    provider: string;
    providerReference: string;
    accountId: string;
    depositId: string;
  };
  deposits: {
    accountId: string;
    id: string;
    status:
      'pending' | 'credited' | 'failed' | 'unmatched' | 'accepted' | 'refunding' | 'refunded' | 'taken_back';
    unmatchedReason:
      | 'UNDERPAID'
      | 'OVERPAID'
      | 'QUOTE_EXPIRED'
      | 'LINK_EXPIRED'
      | 'LINK_CANCELLED'
      | 'LINK_ALREADY_PAID'
      | 'WRONG_ASSET'
      | 'WRONG_NETWORK'
      | 'WRONG_PRECISION'
      | 'UNKNOWN_DESTINATION'
      | 'PAYER_MISMATCH'
      | 'CONVERSION_FAILED'
      | 'NOT_CONFIRMED'
      | 'SCREENING_REFUSED'
      | null;
    paymentLinkCode: string | null;
    method: string;
    asset: string;
    network: string | null;
    amount: string;
    destination: string;
    reference: string | null;
    provider: string;
    providerReference: string;
    payer: unknown;
    requestId: string | null;
    createdAt: Date;
    confirmationDueAt: Date | null;
    confirmationAttempts: number;
    refundTotal: string;
    resolvedAt: Date | null;
    exactAmount: string | null;
    acceptedBy: 'person' | 'tolerance' | 'rest' | null;
    autoRefundDueAt: Date | null;
    assignedFrom: string | null;
    refundTriedAt: Date | null;
  };
  deposits_taken_back: {
    accountId: string;
    depositId: string;
    provider: string;
    reference: string;
    asset: string;
    amount: string;
    owed: string;
    message: string;
    createdAt: Date;
    settledAt: Date | null;
    writtenOff: boolean;
    conversionId: string | null;
    dueAt: Date | null;
  };
  differences: {
    id: string;
    foundBy: string;
    description: unknown;
    lastFoundAt: Date;
  };
  event_sequences: {
    accountId: string;
    lastSequence: string;
  };
  events: {
    accountId: string;
    id: string;
    type: string;
    createdAt: Date;
    body: string;
    requestId: string | null;
    sequence: string;
    traceparent: string | null;
  };
  evm_addresses: {
    address: string;
    index: number;
    issuedFor: string;
    createdAt: Date;
  };
  evm_chains: {
    network: string;
    chainId: string;
    finalBlock: string;
    finalHash: string | null;
    seenBlock: string;
    seenHash: string | null;
    headBlock: string | null;
    rangeBlocks: number;
    dueAt: Date;
    claims: string;
    failures: number;
    lastError: string | null;
    haltedAt: Date | null;
    auditDueAt: Date;
    updatedAt: Date;
    watchDueAt: Date;
    failingSince: Date | null;
  };
  evm_decisions: {
    idempotencyKey: string;
    refusalReason: string | null;
    refusalMessage: string | null;
    decidedAt: Date;
  };
  evm_orders: {
    network: string;
    wallet: string;
    nonce: string;
    kind: 'pay_out' | 'refund' | 'top_up' | 'sweep' | 'cancel';
    idempotencyKey: string;
    asset: string;
    amount: string;
    recipient: string;
    target: string;
    data: string;
    value: string;
    gasLimit: string;
    status: 'open' | 'done' | 'reverted' | 'cancelled' | 'abandoned';
    transactionHash: string | null;
    blockNumber: string | null;
    gasPaid: string | null;
    lostAt: Date | null;
    createdAt: Date;
    finalAt: Date | null;
    maxFee: string | null;
    priorityFee: string | null;
    releaseId: string | null;
    cancelWantedAt: Date | null;
  };
  evm_readings: {
    network: string;
    dueAt: Date;
    endpoints: unknown;
    hotWallets: unknown;
  };
  evm_sweeps: {
    network: string;
    address: string;
    asset: string;
    number: number;
    maxGasPrice: string;
    amount: string | null;
    recipient: string | null;
    blockNumber: string | null;
    outcome: 'done' | 'reverted' | 'empty' | null;
    dueAt: Date | null;
    lastError: string | null;
    createdAt: Date;
  };
  evm_tokens: {
    network: string;
    contract: string;
    decimals: number;
  };
  evm_transactions: {
    network: string;
    wallet: string;
    nonce: string;
    version: number;
    hash: string;
    raw: string;
    maxFee: string;
    priorityFee: string;
    createdAt: Date;
    sentAt: Date | null;
    gasLimit: string | null;
    signedAtBlock: string | null;
    cancels: boolean;
  };
  evm_transfers: {
    network: string;
    transactionHash: string;
    position: number;
    status: 'seen' | 'gone' | 'final' | 'dropped' | 'set_aside';
    reportAt: Date | null;
    asset: string;
    sender: string;
    recipient: string;
    amount: string;
    blockNumber: string;
    blockHash: string;
    seenAt: Date;
    finalAt: Date | null;
    goneAt: Date | null;
    sweptAt: Date | null;
    firstRecipient: string | null;
    lastError: string | null;
  };
  evm_unexplained: {
    network: string;
    reference: string;
    wallet: string;
    asset: string | null;
    amount: string | null;
    recipient: string | null;
    transactions: string | null;
    blockNumber: string;
    foundAt: Date;
  };
  evm_wallets: {
    network: string;
    address: string;
    derivationIndex: number | null;
    nextNonce: string;
    dueAt: Date | null;
    claims: string;
    failures: number;
    lastError: string | null;
    failingSince: Date | null;
    nonceLimit: string | null;
  };
  exchange_floats: {
    provider: string;
    asset: string;
    held: string;
  };
  exchange_readings: {
    provider: string;
    dueAt: Date;
    readAt: Date | null;
  };
  faults: {
    accountId: string;
    id: string;
    kind:
      | 'rate_limited'
      | 'internal_error'
      | 'late_response'
      | 'lost_request'
      | 'lost_response'
      | 'late_delivery'
      | 'duplicate_delivery'
      | 'out_of_order_delivery';
    operation: string | null;
    delayMs: number | null;
    count: number;
    remaining: number;
    createdAt: Date;
    expiresAt: Date;
  };
  fx_limits: {
    fromAsset: string;
    toAsset: string;
    maxExposure: string | null;
    maxDeviation: string;
  };
  handed_on_deposits: {
    accountId: string;
    id: string;
    cell: number;
    provider: string;
    providerReference: string;
    asset: string;
    network: string | null;
    amount: string;
    report: unknown;
    createdAt: Date;
    dueAt: Date | null;
    attempts: number;
    lastError: string | null;
    takenAt: Date | null;
  };
  idempotency_records: {
    accountId: string;
    key: string;
    requestHash: Buffer;
    status: number | null;
    headers: unknown;
    body: string | null;
    sealedBody: Buffer | null;
    createdAt: Date;
    expiresAt: Date;
    credentialId: string | null;
    effectKey: string | null;
    leaseToken: string | null;
    leasedUntil: Date | null;
  };
  known_devices: {
    userId: string;
    tokenHash: Buffer;
    lastUsedAt: Date;
  };
  ledger_balances: {
    accountId: string;
    asset: string;
    book: string;
    balance: string;
    movedAt: Date;
  };
  ledger_entries: {
    accountId: string;
    id: string;
    type: string;
    sourceObject: string;
    sourceId: string;
    paymentLinkCode: string | null;
    requestId: string | null;
    createdAt: Date;
  };
  ledger_postings: {
    accountId: string;
    id: string;
    entryId: string;
    asset: string;
    book: string;
    amount: string;
    balanceAfter: string;
    type: string;
    paymentLinkCode: string | null;
    createdAt: Date;
    method: string | null;
  };
  link_currencies: {
    currency: string;
    minAmount: string;
    maxAmount: string;
    conversionMinAmount: string;
  };
  link_reminder_settings: {
    accountId: string;
    hoursBefore: number | null;
    hoursAfter: number | null;
    language: 'en' | 'es';
    plannedUntil: Date;
  };
  link_reminder_stops: {
    accountId: string;
    kind: 'link' | 'customer' | 'address';
    subject: string;
    createdAt: Date;
  };
  link_reminders: {
    accountId: string;
    linkCode: string;
    kind: 'before' | 'after';
    expiresAt: Date;
    plannedAt: Date;
    nextAt: Date;
    outcome:
      | 'sent'
      | 'late'
      | 'off'
      | 'moved'
      | 'settled'
      | 'no_address'
      | 'stopped'
      | 'in_parts'
      | 'account_inactive'
      | 'limit'
      | null;
    decidedAt: Date | null;
    addressDigest: Buffer | null;
    stopDigest: Buffer | null;
  };
  liquidity_bands: {
    provider: string;
    asset: string;
    minimum: string;
    target: string;
    maximum: string;
  };
  liquidity_routes: {
    id: string;
    fromProvider: string;
    toProvider: string;
    asset: string;
    method: string;
    destination: unknown;
    dailyLimit: string;
    maxFee: string;
    createdAt: Date;
    provenAt: Date | null;
    removedAt: Date | null;
  };
  memberships: {
    accountId: string;
    userId: string;
    role: 'owner' | 'finance' | 'developer' | 'auditor' | 'viewer';
    acceptedAt: Date | null;
    createdAt: Date;
    trustedAt: Date | null;
    vouchedBy: string | null;
  };
  money_quotas: {
    accountId: string;
    credentialId: string;
    day: Date;
    used: number;
    quota: number;
    slot: number;
    share: number;
  };
  mono_attempts: {
    id: string;
    collectionId: string;
  };
  mono_clients: {
    id: string;
    recentCalls: unknown;
    lockedUntil: Date | null;
  };
  mono_collections: {
    id: string;
    idempotencyKey: string;
    method: string;
    amount: string;
    wantedUntil: Date;
    endsAt: Date;
    createdAt: Date;
    leasedUntil: Date | null;
    isQrRequested: boolean;
    fault: string | null;
    collectionId: string | null;
    destination: string | null;
    qr: string | null;
    expiresAt: Date | null;
    issuedAt: Date | null;
    dueAt: Date | null;
    asked: number;
    closedAt: Date | null;
  };
  month_profiles: {
    accountId: string;
    columns: readonly string[] | null;
    codes: unknown;
    isMailed: boolean;
  };
  movement_quarters: {
    accountId: string;
    startsAt: Date;
    asset: string;
    type: string;
    method: string;
    amount: string;
    movements: string;
  };
  movement_totals: {
    accountId: string;
    day: Date;
    asset: string;
    type: string;
    method: string;
    amount: string;
    movements: string;
  };
  notification_facts: {
    accountId: string;
    id: string;
    kind: 'withdrawal_waiting' | 'refund_waiting' | 'taken_back';
    subjectId: string;
    amount: string;
    asset: string;
  };
  notification_feeds: {
    accountId: string;
    lastSequence: string;
    dueAt: Date;
  };
  notification_preferences: {
    accountId: string;
    userId: string;
    kinds: readonly string[];
    minimum: string | null;
    minimumCurrency: string | null;
    digestHour: number | null;
    digestFrom: Date | null;
    digestDueAt: Date | null;
  };
  one_time_links: {
    accountId: string;
    id: string;
    userId: string;
    purpose: 'invitation' | 'reset';
    tokenHash: Buffer;
    expiresAt: Date;
    usedAt: Date | null;
    createdAt: Date;
  };
  operator_log: {
    id: string;
    operatorId: string | null;
    action: string;
    subject: string;
    details: unknown;
    createdAt: Date;
  };
  operator_requests: {
    id: string;
    kind: string;
    details: unknown;
    reason: string;
    evidence: string | null;
    requestedBy: string;
    createdAt: Date;
    expiresAt: Date;
    requestStamp: Buffer;
    decision: 'approved' | 'declined' | null;
    decidedBy: string | null;
    decidedAt: Date | null;
    approvalStamp: Buffer | null;
    declineReason: string | null;
  };
  operators: {
    id: string;
    name: string;
    publicId: string;
    keyStamp: Buffer;
    addedBy: string | null;
    worksFrom: Date;
    revokedAt: Date | null;
    revokedBy: string | null;
    createdAt: Date;
  };
  outbox_messages: {
    accountId: string;
    id: string;
    recipient: string | null;
    subject: string;
    body: string;
    attempts: number;
    nextAttemptAt: Date;
    leaseToken: string | null;
    leaseExpiresAt: Date | null;
    createdAt: Date;
    confidential: boolean;
    attachment: Buffer | null;
    attachmentName: string | null;
    unsubscribeUrl: string | null;
  };
  own_movements: {
    accountId: string;
    id: string;
    provider: string;
    reference: string;
    asset: string;
    amount: string;
    createdAt: Date;
  };
  passkey_challenges: {
    challenge: string;
    userId: string | null;
    expiresAt: Date;
  };
  passkeys: {
    userId: string;
    id: string;
    credentialId: string;
    publicKey: Buffer;
    signCounter: string;
    transports: readonly string[];
    name: string;
    createdAt: Date;
    lastUsedAt: Date | null;
  };
  passwords: {
    userId: string;
    hash: string;
    sealedTotpSecret: Buffer;
    lastTotpStep: string;
    changedAt: Date;
  };
  payment_link_count_changes: {
    accountId: string;
    links: string;
    leftStatus: string | null;
    enteredStatus: string | null;
  };
  payment_link_counts: {
    accountId: string;
    status: string;
    links: string;
  };
  payment_link_former_places: {
    accountId: string;
    id: string;
    linkCode: string;
    method: string;
    destination: string;
    reference: string | null;
    instructionsIssuedAt: Date | null;
    instructionsExpireAt: Date | null;
  };
  payment_link_methods: {
    accountId: string;
    linkCode: string;
    method: string;
    asset: string;
    position: number;
    requiresConversion: boolean;
    amountDue: string | null;
    fee: string;
    exchangeRate: string | null;
    quoteStatus: 'native' | 'locked' | 'calculating';
    amountDueExpiresAt: Date | null;
    decimals: number;
    instructions: unknown;
    destination: string | null;
    reference: string | null;
    network: string | null;
    quoteReference: string | null;
    quoteDueAt: Date | null;
    quoteAttempts: number;
    provider: string;
    quoteExpiresAt: Date | null;
    instructionsIssuedAt: Date | null;
    instructionsExpireAt: Date | null;
    exchangeProvider: string | null;
    reservedShare: string | null;
    hasParts: boolean | null;
  };
  payment_link_states: {
    accountId: string;
    currency: string;
    status: string;
    createdAt: Date;
    linkCode: string;
    expiresAt: Date;
    paidAt: Date | null;
    qrCodeId: string | null;
  };
  payment_link_terms: {
    accountId: string;
    term: string;
    createdAt: Date;
    linkCode: string;
  };
  payment_link_transitions: {
    accountId: string;
    linkCode: string;
    revision: number;
    trigger: string;
    fromStatus: string;
    toStatus: string;
    createdAt: Date;
  };
  payment_links: {
    accountId: string;
    code: string;
    status: 'active' | 'processing' | 'paid' | 'cancelled' | 'expired';
    amount: string;
    currency: string;
    description: string;
    metadata: unknown;
    feeBearer: 'merchant' | 'payer';
    returnUrl: string | null;
    checkoutUrl: string;
    qrSvg: string | null;
    acceptedMethods: readonly string[];
    requestId: string | null;
    createdAt: Date;
    expiresAt: Date;
    paidAt: Date | null;
    paidWithMethod: string | null;
    deletedAt: Date | null;
    revision: number;
    refundTotal: string;
    qrCodeId: string | null;
    payerName: string | null;
    reference: string | null;
    qrModules: string | null;
    amountReceived: string | null;
    customerId: string | null;
  };
  payment_methods: {
    method: string;
    asset: string;
    decimals: number;
    kind: 'clabe' | 'bank' | 'key' | 'on_chain';
    network: string | null;
    minAmount: string;
    feeRate: string;
    feeFixed: string;
    enabled: boolean;
    position: number;
    provider: string;
    quoteLifeMs: number;
    spread: string;
    maxSlippage: string;
    exchangeProvider: string | null;
    maxAmount: string | null;
  };
  provider_cost_roundings: {
    accountId: string;
    asset: string;
    excess: string;
  };
  provider_costs: {
    accountId: string;
    provider: string;
    reference: string;
    id: string;
    asset: string;
    amount: string;
    booked: string;
    createdAt: Date;
  };
  provider_notices: {
    id: string;
    provider: string;
    noticeId: string;
    body: Buffer;
    status: 'waiting' | 'processed' | 'failed' | 'dismissed' | 'settled';
    attempts: number;
    dueAt: Date | null;
    lastError: string | null;
    receivedAt: Date;
    finishedAt: Date | null;
    traceparent: string | null;
    settledBecause: string | null;
  };
  provider_statements: {
    provider: string;
    since: Date;
    readTo: Date;
    retries: number;
    dueAt: Date;
    leaseToken: string;
    lastError: string | null;
    nextFrom: Date;
    completeTo: Date;
  };
  qr_codes: {
    accountId: string;
    id: string;
    name: string;
    storeLabel: string | null;
    externalReference: string | null;
    currency: string;
    fixedAmount: string | null;
    status: 'active' | 'disabled';
    url: string;
    svg: string;
    createdAt: Date;
    deletedAt: Date | null;
  };
  qr_scans: {
    accountId: string;
    linkCode: string;
    qrCodeId: string;
    payerHash: Buffer;
    networkHash: Buffer;
    scannedAt: Date;
  };
  rail_orders: {
    id: string;
    provider: string;
    purpose: 'pay_out' | 'refund' | 'mint' | 'leg' | 'convert' | 'redeem';
    idempotencyKey: string | null;
    fingerprint: string | null;
    body: string | null;
    requests: number;
    openRequests: number;
    absentSince: Date | null;
    isAccepted: boolean;
    reference: string | null;
    reason: string | null;
    message: string | null;
    isRefused: boolean;
    requestedAt: Date;
    doneAt: Date | null;
    returnedAt: Date | null;
    returnedWords: string | null;
    watchAt: Date | null;
    watched: number;
    watchUntil: Date | null;
    alertedAt: Date | null;
    isOpen: boolean;
    refusedAt: Date | null;
    amount: string | null;
  };
  rail_pauses: {
    direction: 'in' | 'out';
    provider: string | null;
    method: string | null;
    network: string | null;
    reason: string | null;
    pausedBy: string | null;
    pausedAt: Date;
  };
  rate_limit_windows: {
    key: string;
    used: number;
    endsAt: Date;
  };
  rebalancings: {
    accountId: string;
    transferId: string;
    routeId: string;
    toProvider: string;
    asset: string;
    amount: string;
    isProof: boolean;
    requestedBy: string | null;
    status: 'sending' | 'in_transit' | 'arrived' | 'short' | 'written_off' | 'failed';
    createdAt: Date;
    sentAt: Date | null;
    dueAt: Date | null;
    arrivedAt: Date | null;
    arrivalReference: string | null;
    arrivedAmount: string | null;
    lastError: string | null;
  };
  receipt_mails: {
    accountId: string;
    linkCode: string;
    addressHmac: Buffer;
    createdAt: Date;
  };
  recovery_codes: {
    userId: string;
    codeHmac: Buffer;
    usedAt: Date | null;
  };
  replica_beats: {
    beat: string;
    token: string;
    beatenAt: Date;
  };
  report_conflicts: {
    id: string;
    provider: string;
    kind: 'deposit' | 'return' | 'taken_back' | 'cost' | 'other';
    reference: string;
    known: string;
    told: string;
    createdAt: Date;
    settledAt: Date | null;
    settledBecause: string | null;
  };
  request_logs: {
    accountId: string;
    createdAt: Date;
    id: string;
    method: string;
    path: string;
    operation: string | null;
    status: number;
    errorCode: string | null;
    durationMs: number;
    ip: string;
    credentialId: string;
    credentialName: string;
    credentialLastFour: string;
    idempotencyKey: string | null;
    apiVersion: string;
    requestBody: unknown;
    responseBody: unknown;
    query: unknown;
    replayed: boolean;
    headers: unknown;
    details: Buffer | null;
    errorParam: string | null;
  };
  saved_views: {
    accountId: string;
    id: string;
    userId: string;
    list: string;
    name: string;
    query: string;
    isShared: boolean;
    createdAt: Date;
  };
  schema_floor: {
    onlyRow: boolean;
    migration: string;
  };
  screenings: {
    accountId: string;
    subject: 'transfer' | 'deposit';
    subjectId: string;
    decision: 'hold' | 'allow' | 'refuse';
    code: string | null;
    attempts: number;
    dueAt: Date | null;
    requestId: string | null;
    createdAt: Date;
    decidedAt: Date | null;
  };
  service_clock: {
    onlyRow: boolean;
    advancedBy: unknown;
  };
  sign_in_attempts: {
    scopeHash: Buffer;
    id: string;
    createdAt: Date;
  };
  simulator_operations: {
    operation: 'quote' | 'convert' | 'pay_out' | 'refund' | 'deposit' | 'drop' | 'return';
    idempotencyKey: string;
    reference: string;
    asset: string;
    amount: string;
    details: unknown;
    refusal: string | null;
    createdAt: Date;
  };
  simulator_rates: {
    asset: string;
    usd: string;
    movedBy: string;
  };
  simulator_settings: {
    operation: 'quote' | 'instructions' | 'confirm' | 'convert' | 'pay_out' | 'refund';
    latencyMs: number;
    answerDelayMs: number;
    failure: string;
  };
  solvency_checks: {
    id: number;
    dueAt: Date;
    checkedAt: Date | null;
    result: unknown;
  };
  statement_mails: {
    accountId: string;
    userId: string;
    month: Date;
    dueAt: Date;
    sentAt: Date | null;
  };
  team_files: {
    accountId: string;
    id: string;
    object: 'payment_link' | 'deposit' | 'customer';
    objectId: string;
    userId: string;
    name: string;
    type: 'application/pdf' | 'image/png' | 'image/jpeg';
    size: number;
    content: Buffer;
    createdAt: Date;
  };
  team_notes: {
    accountId: string;
    id: string;
    object: 'payment_link' | 'deposit' | 'customer';
    objectId: string;
    userId: string;
    body: string;
    createdAt: Date;
    changedAt: Date | null;
  };
  transfer_requests: {
    accountId: string;
    transferId: string;
    destinationId: string | null;
    requestedBy: string | null;
    waitsFor: 'second_person' | 'new_destination' | 'new_member' | null;
    expiresAt: Date | null;
    decision: 'approved' | 'declined' | 'taken_back' | 'expired' | null;
    decidedBy: string | null;
    decidedAt: Date | null;
    createdAt: Date;
    goesAt: Date | null;
    decisionReason: string | null;
    batchId: string | null;
    approvalsNeeded: 1 | 2;
    ownersNeeded: number;
    firstApprovedAt: Date | null;
    firstApprovedBy: string | null;
  };
  transfers: {
    accountId: string;
    id: string;
    kind: string;
    status: 'requested' | 'held' | 'sent' | 'settled' | 'failed' | 'returned';
    asset: string;
    amount: string;
    fee: string;
    method: string | null;
    destination: unknown;
    toAsset: string | null;
    toAmount: string | null;
    exchangeRate: string | null;
    quoteReference: string | null;
    quoteExpiresAt: Date | null;
    depositId: string | null;
    paymentLinkCode: string | null;
    provider: string;
    providerReference: string | null;
    failureReason:
      | 'PROVIDER_REFUSED'
      | 'INVALID_DESTINATION'
      | 'DESTINATION_REJECTED'
      | 'ACCOUNT_CLOSED'
      | 'LIMIT_EXCEEDED'
      | 'INSUFFICIENT_PROVIDER_FUNDS'
      | 'QUOTE_EXPIRED'
      | 'OPERATOR_DECIDED'
      | 'RETURNED'
      | 'NOT_APPROVED'
      | 'SCREENING_REFUSED'
      | null;
    attempts: number;
    dueAt: Date | null;
    stuckAt: Date | null;
    lastError: string | null;
    requestId: string | null;
    createdAt: Date;
    finishedAt: Date | null;
    failureMessage: string | null;
    unansweredAttempts: number;
    pendingSince: Date | null;
    returnReference: string | null;
    returnedAt: Date | null;
    traceparent: string | null;
    waitsFor: string | null;
    waitsSince: Date | null;
    acceptedSlippage: string | null;
    refundReason: 'requested_by_customer' | 'duplicate' | 'fraudulent' | 'other' | null;
    conversionId: string | null;
    refundNote: string | null;
    accountBearsPrice: boolean;
    brought: string | null;
    trackingKey: string | null;
  };
  user_identities: {
    userId: string;
    issuer: string;
    subject: string;
    createdAt: Date;
  };
  user_sessions: {
    userId: string;
    id: string;
    tokenHash: Buffer;
    address: string;
    agent: string;
    createdAt: Date;
    lastUsedAt: Date;
    provenAt: Date;
  };
  users: {
    id: string;
    email: string;
    name: string;
    language: 'en' | 'es' | null;
    disabledAt: Date | null;
    createdAt: Date;
    lastUsedAt: Date | null;
  };
  webhook_deliveries: {
    accountId: string;
    id: string;
    endpointId: string;
    eventId: string;
    status: 'pending' | 'delivered' | 'failed';
    attempts: number;
    nextAttemptAt: Date | null;
    lastAttemptAt: Date | null;
    lastHttpStatus: number | null;
    lastError: string | null;
    createdAt: Date;
    redeliveries: number;
  };
  webhook_delivery_attempts: {
    accountId: string;
    deliveryId: string;
    number: number;
    endedAt: Date;
    durationMs: number;
    httpStatus: number | null;
    error: string | null;
    signature: string | null;
    responseBody: string | null;
    standardSignature: string | null;
  };
  webhook_endpoints: {
    accountId: string;
    id: string;
    url: string;
    description: string;
    enabledEvents: readonly string[];
    sealedSecret: Buffer;
    enabled: boolean;
    disabledAt: Date | null;
    disabledReason: string | null;
    consecutiveFailures: number;
    createdAt: Date;
    previousSealedSecret: Buffer | null;
    previousValidUntil: Date | null;
    standardWebhooks: boolean;
  };
  webhook_leases: {
    accountId: string;
    deliveryId: string;
    endpointId: string;
    token: string;
    expiresAt: Date;
    process: string;
  };
  withdrawal_batch_lines: {
    accountId: string;
    batchId: string;
    line: number;
    amount: string;
    method: string;
    destination: unknown;
    destinationId: string | null;
    reference: string | null;
    note: string | null;
    withdrawalId: string | null;
  };
  withdrawal_batches: {
    accountId: string;
    id: string;
    title: string;
    asset: string;
    digest: string;
    status: 'scheduled' | 'started' | 'cancelled' | 'failed';
    executeOn: Date;
    dueAt: Date | null;
    failureReason: string | null;
    repeats: 'weekly' | 'monthly' | null;
    monthDay: number | null;
    repeatsUntil: Date | null;
    runsLeft: number | null;
    seriesId: string;
    requestedBy: string | null;
    createdAt: Date;
    startedAt: Date | null;
    endedBy: string | null;
    endedAt: Date | null;
  };
  withdrawal_destinations: {
    accountId: string;
    id: string;
    label: string;
    method: string;
    destination: unknown;
    createdBy: string;
    createdAt: Date;
    removedAt: Date | null;
  };
}
