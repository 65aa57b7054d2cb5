/** Where this service takes Bitso's notices. */
export const NOTICES_PATH = '/providers/bitso/notices';
