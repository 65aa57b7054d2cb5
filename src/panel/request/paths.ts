import { fillPath, type ParamsOf, type Values, withQuery } from '../../pages/index.ts';
import { CALLBACK_PATH } from '../../people/index.ts';

const ACCOUNT = '/panel/accounts/:account';

/** Every path of the panel. Its route is declared with it, and pages link to it with `pathTo` or `fillPath`. */
export const paths = {
  home: '/panel',
  accounts: '/panel/accounts',
  language: '/panel/language',
  oneTimeLink: '/panel/links/:token',
  setUp: '/panel/set-up',
  signOut: '/panel/sign-out',
  signIn: {
    page: '/panel/sign-in',
    passkey: '/panel/sign-in/passkey',
    passkeyOptions: '/panel/sign-in/passkey/options',
    oidc: '/panel/sign-in/oidc',
  },
  proof: {
    page: '/panel/proof',
    passkey: '/panel/proof/passkey',
    passkeyOptions: '/panel/proof/passkey/options',
    oidc: '/panel/proof/oidc',
    resume: '/panel/proof/resume',
  },
  oidcCallback: CALLBACK_PATH,
  me: {
    page: '/panel/me',
    name: '/panel/me/name',
    passkeys: '/panel/me/passkeys',
    passkeyOptions: '/panel/me/passkeys/options',
    removePasskey: '/panel/me/passkeys/:id/remove',
    password: '/panel/me/password',
    removePassword: '/panel/me/password/remove',
    linkOidc: '/panel/me/oidc/link',
    removeOidc: '/panel/me/oidc/remove',
    endSession: '/panel/me/sessions/:id/end',
    endOtherSessions: '/panel/me/sessions/end-others',
    endAllSessions: '/panel/me/sessions/end-all',
  },
  components: `${ACCOUNT}/components`,
  overview: {
    page: ACCOUNT,
    dismissFirstSteps: `${ACCOUNT}/first-steps/dismiss`,
  },
  search: `${ACCOUNT}/search`,
  approvals: `${ACCOUNT}/approvals`,
  links: {
    list: `${ACCOUNT}/links`,
    csv: `${ACCOUNT}/links/csv`,
    saveView: `${ACCOUNT}/links/views`,
    removeView: `${ACCOUNT}/links/views/:view/remove`,
    new: `${ACCOUNT}/links/new`,
    methods: `${ACCOUNT}/links/methods`,
    customers: `${ACCOUNT}/links/customers`,
    link: `${ACCOUNT}/links/:code`,
    prolong: `${ACCOUNT}/links/prolong`,
    reminders: `${ACCOUNT}/links/reminders`,
    switchReminders: `${ACCOUNT}/links/:code/reminders`,
    edit: `${ACCOUNT}/links/:code/edit`,
    editCustomers: `${ACCOUNT}/links/:code/edit/customers`,
    cancel: `${ACCOUNT}/links/:code/cancel`,
    delete: `${ACCOUNT}/links/:code/delete`,
    simulate: `${ACCOUNT}/links/:code/simulate`,
    refund: `${ACCOUNT}/links/:code/refund`,
    reviewRefund: `${ACCOUNT}/links/:code/refund/review`,
  },
  customers: {
    list: `${ACCOUNT}/customers`,
    csv: `${ACCOUNT}/customers/csv`,
    new: `${ACCOUNT}/customers/new`,
    customer: `${ACCOUNT}/customers/:customer`,
    edit: `${ACCOUNT}/customers/:customer/edit`,
    delete: `${ACCOUNT}/customers/:customer/delete`,
    switchReminders: `${ACCOUNT}/customers/:customer/reminders`,
    links: `${ACCOUNT}/customers/:customer/links`,
    linksCsv: `${ACCOUNT}/customers/:customer/links/csv`,
    statement: `${ACCOUNT}/customers/:customer/statement`,
    statementCsv: `${ACCOUNT}/customers/:customer/statement/csv`,
    statementPdf: `${ACCOUNT}/customers/:customer/statement/pdf`,
    mailStatement: `${ACCOUNT}/customers/:customer/statement/mail`,
  },
  notes: {
    page: `${ACCOUNT}/notes/of/:object/:subject`,
    add: `${ACCOUNT}/notes/of/:object/:subject/add`,
    note: `${ACCOUNT}/notes/note/:note`,
    change: `${ACCOUNT}/notes/note/:note/change`,
    remove: `${ACCOUNT}/notes/note/:note/remove`,
    file: `${ACCOUNT}/notes/file/:file`,
    removeFile: `${ACCOUNT}/notes/file/:file/remove`,
  },
  qrCodes: {
    list: `${ACCOUNT}/qr-codes`,
    new: `${ACCOUNT}/qr-codes/new`,
    code: `${ACCOUNT}/qr-codes/:counter`,
    collections: `${ACCOUNT}/qr-codes/:counter/collections`,
    collectionsCsv: `${ACCOUNT}/qr-codes/:counter/collections/csv`,
    change: `${ACCOUNT}/qr-codes/:counter/change`,
    status: `${ACCOUNT}/qr-codes/:counter/status`,
    delete: `${ACCOUNT}/qr-codes/:counter/delete`,
  },
  deposits: {
    list: `${ACCOUNT}/deposits`,
    csv: `${ACCOUNT}/deposits/csv`,
    deposit: `${ACCOUNT}/deposits/:deposit`,
    accept: `${ACCOUNT}/deposits/:deposit/accept`,
    acceptAsPayment: `${ACCOUNT}/deposits/:deposit/accept-as-payment`,
    decide: `${ACCOUNT}/deposits/decide`,
    assign: `${ACCOUNT}/deposits/:deposit/assign`,
    assignTo: `${ACCOUNT}/deposits/:deposit/assign/:code`,
    acceptTogether: `${ACCOUNT}/deposits/:deposit/accept-together`,
    refund: `${ACCOUNT}/deposits/:deposit/refund`,
    reviewRefund: `${ACCOUNT}/deposits/:deposit/refund/review`,
    settle: `${ACCOUNT}/deposits/:deposit/settle`,
  },
  refunds: {
    list: `${ACCOUNT}/refunds`,
    api: `${ACCOUNT}/refunds/api`,
    apiOff: `${ACCOUNT}/refunds/api/off`,
    csv: `${ACCOUNT}/refunds/csv`,
    refund: `${ACCOUNT}/refunds/:refund`,
    confirm: `${ACCOUNT}/refunds/:refund/confirm`,
    approve: `${ACCOUNT}/refunds/:refund/approve`,
    withdrawApproval: `${ACCOUNT}/refunds/:refund/withdraw-approval`,
    decline: `${ACCOUNT}/refunds/:refund/decline`,
  },
  conversions: {
    list: `${ACCOUNT}/conversions`,
    csv: `${ACCOUNT}/conversions/csv`,
    new: `${ACCOUNT}/conversions/new`,
    conversion: `${ACCOUNT}/conversions/:conversion`,
    confirm: `${ACCOUNT}/conversions/:conversion/confirm`,
    approve: `${ACCOUNT}/conversions/:conversion/approve`,
    withdrawApproval: `${ACCOUNT}/conversions/:conversion/withdraw-approval`,
    decline: `${ACCOUNT}/conversions/:conversion/decline`,
  },
  withdrawals: {
    list: `${ACCOUNT}/withdrawals`,
    csv: `${ACCOUNT}/withdrawals/csv`,
    new: `${ACCOUNT}/withdrawals/new`,
    confirm: `${ACCOUNT}/withdrawals/confirm`,
    limits: `${ACCOUNT}/withdrawals/limits`,
    addRule: `${ACCOUNT}/withdrawals/limits/rules`,
    removeRule: `${ACCOUNT}/withdrawals/limits/rules/:rule/remove`,
    keepRule: `${ACCOUNT}/withdrawals/limits/rules/:rule/keep`,
    withdrawal: `${ACCOUNT}/withdrawals/:withdrawal`,
    approve: `${ACCOUNT}/withdrawals/:withdrawal/approve`,
    withdrawApproval: `${ACCOUNT}/withdrawals/:withdrawal/withdraw-approval`,
    decline: `${ACCOUNT}/withdrawals/:withdrawal/decline`,
  },
  batches: {
    list: `${ACCOUNT}/withdrawals/batches`,
    new: `${ACCOUNT}/withdrawals/batches/new`,
    template: `${ACCOUNT}/withdrawals/batches/template`,
    review: `${ACCOUNT}/withdrawals/batches/review`,
    batch: `${ACCOUNT}/withdrawals/batches/:batch`,
    report: `${ACCOUNT}/withdrawals/batches/:batch/report`,
    approve: `${ACCOUNT}/withdrawals/batches/:batch/approve`,
    withdrawApproval: `${ACCOUNT}/withdrawals/batches/:batch/withdraw-approval`,
    cancel: `${ACCOUNT}/withdrawals/batches/:batch/cancel`,
    skip: `${ACCOUNT}/withdrawals/batches/:batch/skip`,
  },
  destinations: {
    list: `${ACCOUNT}/withdrawals/destinations`,
    new: `${ACCOUNT}/withdrawals/destinations/new`,
    destination: `${ACCOUNT}/withdrawals/destinations/:destination`,
    remove: `${ACCOUNT}/withdrawals/destinations/:destination/remove`,
  },
  movements: {
    list: `${ACCOUNT}/movements`,
    csv: `${ACCOUNT}/movements/csv`,
  },
  statements: {
    list: `${ACCOUNT}/statements`,
    month: `${ACCOUNT}/statements/month`,
    csv: `${ACCOUNT}/statements/csv`,
    camt: `${ACCOUNT}/statements/camt`,
    pdf: `${ACCOUNT}/statements/pdf`,
    workbook: `${ACCOUNT}/statements/xlsx`,
    archive: `${ACCOUNT}/statements/zip`,
    profile: `${ACCOUNT}/statements/profile`,
    saveProfile: `${ACCOUNT}/statements/profile/save`,
    mail: `${ACCOUNT}/statements/mail`,
    mailWorkbook: `${ACCOUNT}/statements/mail-workbook`,
  },
  bankStatements: {
    list: `${ACCOUNT}/bank-statements`,
    file: `${ACCOUNT}/bank-statements/:file`,
    confirm: `${ACCOUNT}/bank-statements/:file/confirm`,
    discard: `${ACCOUNT}/bank-statements/:file/discard`,
  },
  keys: {
    list: `${ACCOUNT}/keys`,
    new: `${ACCOUNT}/keys/new`,
    key: `${ACCOUNT}/keys/:key`,
    rotate: `${ACCOUNT}/keys/:key/rotate`,
    endPrevious: `${ACCOUNT}/keys/:key/end-previous`,
    revoke: `${ACCOUNT}/keys/:key/revoke`,
    rename: `${ACCOUNT}/keys/:key/rename`,
  },
  webhooks: {
    list: `${ACCOUNT}/webhooks`,
    new: `${ACCOUNT}/webhooks/new`,
    endpoint: `${ACCOUNT}/webhooks/:endpoint`,
    edit: `${ACCOUNT}/webhooks/:endpoint/edit`,
    switch: `${ACCOUNT}/webhooks/:endpoint/switch`,
    enable: `${ACCOUNT}/webhooks/:endpoint/enable`,
    delete: `${ACCOUNT}/webhooks/:endpoint/delete`,
    test: `${ACCOUNT}/webhooks/:endpoint/test`,
    rotate: `${ACCOUNT}/webhooks/:endpoint/rotate`,
    endPrevious: `${ACCOUNT}/webhooks/:endpoint/end-previous`,
    replay: `${ACCOUNT}/webhooks/:endpoint/replay`,
    deliveries: `${ACCOUNT}/webhooks/:endpoint/deliveries`,
    delivery: `${ACCOUNT}/webhooks/:endpoint/deliveries/:delivery`,
    redeliver: `${ACCOUNT}/webhooks/:endpoint/deliveries/:delivery/redeliver`,
  },
  events: {
    list: `${ACCOUNT}/events`,
    event: `${ACCOUNT}/events/:event`,
  },
  callLog: {
    list: `${ACCOUNT}/call-log`,
    failures: `${ACCOUNT}/call-log/failures`,
    versions: `${ACCOUNT}/call-log/versions`,
    call: `${ACCOUNT}/call-log/:request`,
  },
  team: {
    list: `${ACCOUNT}/team`,
    invite: `${ACCOUNT}/team/invite`,
    member: `${ACCOUNT}/team/:user`,
    changeRole: `${ACCOUNT}/team/:user/role`,
    vouch: `${ACCOUNT}/team/:user/vouch`,
    inviteAgain: `${ACCOUNT}/team/:user/invite`,
    reset: `${ACCOUNT}/team/:user/reset`,
    remove: `${ACCOUNT}/team/:user/remove`,
  },
  notifications: {
    page: `${ACCOUNT}/notifications`,
    save: `${ACCOUNT}/notifications/save`,
    chat: `${ACCOUNT}/notifications/chat`,
    saveChat: `${ACCOUNT}/notifications/chat/save`,
    removeChat: `${ACCOUNT}/notifications/chat/remove`,
    resumeChat: `${ACCOUNT}/notifications/chat/resume`,
    testChat: `${ACCOUNT}/notifications/chat/test`,
  },
  settings: {
    page: `${ACCOUNT}/settings`,
    logo: `${ACCOUNT}/settings/logo/:file`,
    brand: `${ACCOUNT}/settings/brand`,
    remove: `${ACCOUNT}/settings/remove`,
    reporting: `${ACCOUNT}/settings/reporting`,
    contact: `${ACCOUNT}/settings/contact`,
    automaticRefunds: `${ACCOUNT}/settings/automatic-refunds`,
    tolerance: `${ACCOUNT}/settings/tolerance`,
    removeTolerance: `${ACCOUNT}/settings/tolerance/remove`,
    rest: `${ACCOUNT}/settings/pay-the-rest`,
  },
  audit: {
    list: `${ACCOUNT}/audit`,
    csv: `${ACCOUNT}/audit/csv`,
  },
} as const;

/** The pattern of a page or action of an account. */
export type AccountPath = `${typeof ACCOUNT}${string}`;

interface InAccount {
  accountId: string;
}

/** A page or action of the account of this visit. */
export function pathTo<Path extends AccountPath>(
  { accountId }: InAccount,
  path: Path,
  ...[values]: Values<Exclude<ParamsOf<Path>, 'account'>>
): string {
  return fillPath<string>(path, { account: accountId, ...values });
}

/** The page of an object, by its name in the API. */
export const objectPages = {
  payment_link: (visit: InAccount, code: string): string => pathTo(visit, paths.links.link, { code }),
  customer: (visit: InAccount, customer: string): string =>
    pathTo(visit, paths.customers.customer, { customer }),
  qr_code: (visit: InAccount, counter: string): string => pathTo(visit, paths.qrCodes.code, { counter }),
  webhook_endpoint: (visit: InAccount, endpoint: string): string =>
    pathTo(visit, paths.webhooks.endpoint, { endpoint }),
  deposit: (visit: InAccount, deposit: string): string => pathTo(visit, paths.deposits.deposit, { deposit }),
  refund: (visit: InAccount, refund: string): string => pathTo(visit, paths.refunds.refund, { refund }),
  conversion: (visit: InAccount, conversion: string): string =>
    pathTo(visit, paths.conversions.conversion, { conversion }),
  withdrawal: (visit: InAccount, withdrawal: string): string =>
    pathTo(visit, paths.withdrawals.withdrawal, { withdrawal }),
};

/** The page of a payment link with its refund form open. */
export function pathToRefundForm(visit: InAccount, code: string): string {
  return `${withQuery(objectPages.payment_link(visit, code), { form: 'refund' })}#refund`;
}
