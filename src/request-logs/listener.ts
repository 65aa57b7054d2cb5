/** What `payments listen` calls itself in its User-Agent, so that people can tell its polls from their own reads. */
export const LISTENER = 'payments-listen';
