/** The path that receives Bitso's notices. */
export const NOTICES_PATH = '/providers/bitso/notices';
