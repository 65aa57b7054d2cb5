import type { RequestHandler } from 'express';
import { readBytes } from '../../http/index.ts';
import { invalidParam } from '../../lib/errors/errors.ts';

/** A file that was chosen in a form. */
export class Upload {
  readonly bytes: Buffer;
  /** As the browser reports it, so the sender controls it. */
  readonly name: string;

  constructor(bytes: Buffer, name: string) {
    this.bytes = bytes;
    this.name = name;
  }
}

/**
 * Reads a form with files. Each field is a text, or a file that was chosen. A file that is too large for its purpose is
 * still read up to `maxBytes`, so that it can be refused with a reason.
 */
export function readUploads(maxBytes: number): RequestHandler {
  return async (request, _response, next) => {
    // A route that takes larger forms has read it already.
    if (request.body === undefined && request.is('multipart/form-data')) {
      const body = await readBytes(request, maxBytes);
      request.body = body && (await fieldsOf(body, request.get('content-type') ?? ''));
    }
    next();
  };
}

async function fieldsOf(body: Buffer, type: string): Promise<Record<string, string | Upload>> {
  const headers = { 'content-type': type };
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => {
    throw invalidParam('form', 'The form cannot be read.');
  });
  const fields: Record<string, string | Upload> = {};
  for (const [name, value] of form) {
    const isText = typeof value === 'string';
    // Without a chosen file, browsers send an empty one.
    if (!isText && value.size === 0) continue;
    Object.defineProperty(fields, name, {
      value: isText ? value : new Upload(Buffer.from(await value.arrayBuffer()), value.name),
      enumerable: true,
      configurable: true,
    });
  }
  return fields;
}
