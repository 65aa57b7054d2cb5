/** The name of `payments listen` in its User-Agent, by which people can tell its polls from their own reads. */
export const LISTENER = 'payments-listen';
