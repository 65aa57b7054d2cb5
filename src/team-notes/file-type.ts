import { imageSize } from 'image-size';
import type { NoteFile } from './repository.ts';

const IMAGES = { png: 'image/png', jpg: 'image/jpeg' } as const;

/** PDF ends with this word, after which there may be only a little. */
const END_WITHIN_BYTES = 1_024;

/**
 * Recognises PDF, PNG and JPEG by their bytes, whatever the file is called. Undefined for anything else, such as HTML and
 * SVG, which can contain scripts.
 */
export function typeOf(bytes: Buffer): NoteFile['type'] | undefined {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-')
    return bytes.subarray(-END_WITHIN_BYTES).includes('%%EOF') ? 'application/pdf' : undefined;
  try {
    const { type } = imageSize(bytes);
    return type === 'png' || type === 'jpg' ? IMAGES[type] : undefined;
  } catch {
    return undefined;
  }
}
