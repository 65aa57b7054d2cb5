/** A time as Mono writes it. */
export const timeOf = (ms: number): string => new Date(ms).toISOString();
