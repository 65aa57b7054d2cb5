import { DomainError } from '../../lib/errors/errors.ts';
import type { Request } from './call.ts';

/**
 * Reads the bytes of a body; undefined when there is none, as far as `requireType` accepts it. Throws
 * `payload_too_large` and `unsupported_media_type` as early as possible, without reading the rest, and
 * `invalid_request` for a body that breaks off.
 */
export async function readBytes(
  request: Request,
  limit: number,
  /** Throws for a body of an unsupported type; not called when there is none. */
  requireType: (request: Request) => void = () => undefined,
): Promise<Buffer | undefined> {
  if (!sendsBody(request)) return undefined;
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > limit) throw tooLarge(limit);
  if (length > 0) requireType(request);
  if ((request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new DomainError('unsupported_media_type');
  }
  const pieces: Buffer[] = [];
  let read = 0;
  await eachPiece(request, (piece) => {
    if (read === 0) requireType(request);
    read += piece.length;
    if (read > limit) throw tooLarge(limit);
    pieces.push(piece);
  });
  if (read === 0) return undefined;
  return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
}

/** Whether the headers announce a body. */
export function sendsBody({ headers }: Pick<Request, 'headers'>): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

/** Resolves at the end of the body. Reads no further once `take` throws, and rejects with that. */
function eachPiece(request: Request, take: (piece: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void =>
      void request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
    const fail = (error: unknown): void => {
      leave();
      request.pause();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const onData = (piece: Buffer): void => {
      try {
        take(piece);
      } catch (error) {
        fail(error);
      }
    };
    const onEnd = (): void => {
      leave();
      resolve();
    };
    const onBroken = (): void => {
      fail(
        new DomainError('invalid_request', { message: 'The request ended before its body was complete.' }),
      );
    };
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

function tooLarge(limit: number): DomainError {
  return new DomainError('payload_too_large', {
    message: `The request body is larger than ${limit} bytes, the limit of this call.`,
  });
}
