import { imageSize } from 'image-size';

const TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;
export type ImageType = (typeof TYPES)[keyof typeof TYPES];

/** The size in an image's header, in pixels. */
interface ImageFacts {
  type: ImageType;
  width: number;
  height: number;
}

/**
 * Recognises PNG, JPEG and WebP by their bytes, whatever the file's name. Undefined for anything else, including SVG,
 * which can contain scripts, and for a file that is cut off before its size.
 */
export function readImage(bytes: Buffer): ImageFacts | undefined {
  try {
    const { type, width, height } = imageSize(bytes);
    return type !== undefined && type in TYPES
      ? { type: TYPES[type as keyof typeof TYPES], width, height }
      : undefined;
  } catch {
    return undefined;
  }
}
