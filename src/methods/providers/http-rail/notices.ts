import type { NoticeReader, RawNotice, Report } from '../../index.ts';
import { reachable } from './looked-up.ts';

/**
 * Reads a rail's notices. They are repeated and unordered, so a notice only names the record to read from the rail, and
 * only that record is believed.
 */
export function createNoticeIntake<Told>(declared: {
  /** Throws NoticeRefused unless the rail has sent the notice. */
  requireSigned: (notice: RawNotice, signal: AbortSignal) => Promise<void>;
  /** The record that the notice is about. Throws NoticeRefused or Unreadable. */
  toldBy: (body: Buffer) => Told;
  /** The notice's own id, 1 to 200 characters. */
  idOf: (told: Told) => string;
  /**
   * Reads the records of several notices with as few calls as possible; each report is requested once. Must not throw
   * itself.
   */
  reporter: (told: readonly Told[], signal: AbortSignal) => (told: Told) => Promise<Report>;
}): NoticeReader {
  const { requireSigned, toldBy, idOf, reporter } = declared;
  return {
    async authenticate(notice, signal) {
      await requireSigned(notice, signal);
      return idOf(toldBy(notice.body));
    },

    read(bodies, signal) {
      const told = bodies.map((body): { one: Told } | { error: unknown } => {
        try {
          return { one: toldBy(body) };
        } catch (error) {
          return { error };
        }
      });
      const report = reporter(
        told.flatMap((read) => ('one' in read ? [read.one] : [])),
        signal,
      );
      return told.map(async (read) => {
        if ('error' in read) throw read.error;
        // The notice is readable, so after any failure from here on it is read again later.
        return reachable(() => report(read.one));
      });
    },
  };
}
