import type { NoticeReader, RawNotice, Report } from '../../index.ts';
import { reachable } from './looked-up.ts';

/**
 * Reads a rail's notices. They are repeated and unordered, so a notice only names the record to read from the rail, and
 * only that record is believed.
 */
export function createNoticeIntake<Subject>(declared: {
  /** Throws NoticeRefused unless the rail has sent the notice. */
  requireSigned: (notice: RawNotice, signal: AbortSignal) => Promise<void>;
  /** The record that the notice is about. Throws NoticeRefused or Unreadable. */
  subjectOf: (body: Buffer) => Subject;
  /** The notice's own id, 1 to 200 characters. */
  idOf: (subject: Subject) => string;
  /**
   * Reads the records of several notices with as few calls as possible; each report is requested once. Must not throw
   * itself.
   */
  reporter: (subjects: readonly Subject[], signal: AbortSignal) => (subject: Subject) => Promise<Report>;
}): NoticeReader {
  const { requireSigned, subjectOf, idOf, reporter } = declared;
  return {
    async authenticate(notice, signal) {
      await requireSigned(notice, signal);
      return idOf(subjectOf(notice.body));
    },

    read(bodies, signal) {
      const read = bodies.map((body): { one: Subject } | { error: unknown } => {
        try {
          return { one: subjectOf(body) };
        } catch (error) {
          return { error };
        }
      });
      const report = reporter(
        read.flatMap((result) => ('one' in result ? [result.one] : [])),
        signal,
      );
      return read.map(async (result) => {
        if ('error' in result) throw result.error;
        // The notice is readable, so after any failure from here on it is read again later.
        return reachable(() => report(result.one));
      });
    },
  };
}
