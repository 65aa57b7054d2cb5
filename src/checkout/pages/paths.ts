/** Every path of the payer's pages. Its route is declared with it, and pages link to it. */
export const paths = {
  link: {
    all: '/pay',
    page: '/pay/:code',
    status: '/pay/:code/status',
    logo: '/pay/:code/logo/:file',
    quote: '/pay/:code/methods/:method/quote',
    simulate: '/pay/:code/simulate',
    receipt: '/pay/:code/receipt.pdf',
    mailReceipt: '/pay/:code/receipt',
  },
  counter: {
    all: '/q',
    page: '/q/:id',
    logo: '/q/:id/logo/:file',
    print: '/q/:id/print',
  },
} as const;
