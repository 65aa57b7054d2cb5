const iso = (ms: number) => new Date(ms).toISOString();

/** `2024-02-14T15:53:39+00:00`, as v3 prints times. */
export const v3Time = (ms: number) => `${iso(ms).slice(0, 19)}+00:00`;
/** `2023-07-11T18:52:57`, as /spei prints them: which zone is guessed. */
export const speiTime = (ms: number) => iso(ms).slice(0, 19);
/** `2025-07-25T03:43:15.123Z`, as RFQ and Juno print them. */
export const zuluTime = iso;
