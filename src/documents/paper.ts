import { oneLine } from '../lib/one-line.ts';
import { readFonts, type Fonts, type Weight } from './fonts.ts';

/** Letter, the paper of Mexico and Colombia, in points. */
const PAGE = { width: 612, height: 792 } as const;
const MARGIN = 48;
const FOOT_HEIGHT = 36;
/** The distance from the top of one line to that of the next, as a share of the size. */
const LEADING = 1.35;
const MUTED = '#5b6472';
const INK = '#14181f';
const LINE = '#d5dae1';

/** The printable area. */
export const FRAME = {
  left: MARGIN,
  right: PAGE.width - MARGIN,
  width: PAGE.width - 2 * MARGIN,
  top: MARGIN,
  bottom: PAGE.height - MARGIN - FOOT_HEIGHT,
} as const;

export interface Lettering {
  size: number;
  weight?: Weight;
  muted?: boolean;
}

export interface Box {
  x: number;
  width: number;
  align?: 'left' | 'right';
}

/** The role of a part of a document for screen readers, by the names of PDF. */
type Role = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD';

/** The cells that a heading is for, which are those beside it or those below. */
type Scope = 'Row' | 'Column';

/** The types of the library lack the scope. */
type ElementOptions = PDFKit.Mixins.StructureElementOptions & { scope?: Scope };

interface Part {
  role: string;
  element: PDFKit.PDFStructureElement;
}

export interface PaperOptions {
  /** The document's title, for the reader's window and for screen readers. */
  title: string;
  author: string;
  language: string;
  at: Date;
  /** The text at the left of each page's foot. */
  foot: string;
  /** The text at the right; undefined for a document that is always one page. */
  page?: (number: number) => string;
  /** Draws the head of each page after the first. */
  head?: (paper: Paper) => void;
  /** Whether screen readers learn the roles of its parts, which stay in memory until it ends. */
  tagged: boolean;
}

/**
 * A PDF being drawn from top to bottom. Finished parts can be taken at any time, so that a long document is never held
 * whole. All text drawn may come from strangers, so it is cleaned, and cut or wrapped to its place.
 */
export class Paper {
  /** The top of the next block. */
  y: number = FRAME.top;
  readonly #document: PDFKit.PDFDocument;
  readonly #fonts: Fonts;
  readonly #options: PaperOptions;
  /** The part that is being drawn; undefined in a document without roles. */
  #part: Part | undefined;
  /** Whether what is drawn belongs to no part, like the foot and the repeated head of a page. */
  #isAside = false;
  #number = 1;
  #finished: Buffer[] = [];

  constructor(document: PDFKit.PDFDocument, fonts: Fonts, options: PaperOptions) {
    this.#document = document;
    this.#fonts = fonts;
    this.#options = options;
    for (const { name, bytes } of fonts.files) document.registerFont(name, bytes);
    document.on('data', (bytes: Buffer) => this.#finished.push(bytes));
    if (!options.tagged) return;
    const element = document.struct('Document');
    document.addStructure(element);
    this.#part = { role: 'Document', element };
  }

  /** Draws a part of what is being drawn, in its role. The roles of PDF say which can be within which. */
  part(role: Role, draw: () => void, scope?: Scope): void {
    const close = this.open(role, scope);
    draw();
    close();
  }

  /** Begins a part that is drawn step by step, such as a table whose rows are still being read. The returned function ends it. */
  open(role: Role, scope?: Scope): () => void {
    const outer = this.#part;
    if (!outer || this.#isAside) return () => {};
    const options: ElementOptions = scope ? { scope } : {};
    const element = this.#document.struct(role, options);
    outer.element.add(element);
    this.#part = { role, element };
    return () => {
      element.end();
      this.#part = outer;
    };
  }

  /** Continues on a new page if the rest of this one is lower than a block. */
  ensure(height: number): void {
    if (this.y + height <= FRAME.bottom) return;
    this.#drawFoot();
    this.#document.addPage();
    this.#number += 1;
    this.y = FRAME.top;
    this.#aside(() => this.#options.head?.(this));
  }

  /** One line at this height, cut to its box. */
  line(text: string, y: number, { x, width, align = 'left' }: Box, lettering: Lettering): void {
    const cut = this.#cut(oneLine(text), width, lettering);
    const { size, weight = 'regular', muted = false } = lettering;
    const document = this.#document.fillColor(muted ? MUTED : INK);
    let at = align === 'left' ? x : x + width - this.#widthOf(cut, lettering);
    this.#mark(() => {
      for (const run of this.#fonts.runsOf(cut, weight)) {
        document.font(run.font).fontSize(size).text(run.text, at, y, { lineBreak: false });
        at += document.widthOfString(run.text);
      }
    });
  }

  /** A part that is a text, in as many lines as it needs, up to a number, from here on down. */
  paragraph(
    text: string,
    box: Box,
    lettering: Lettering,
    { role = 'P', maxLines = 3 }: { role?: Role; maxLines?: number } = {},
  ): void {
    this.part(role, () => {
      for (const line of this.#wrap(oneLine(text), box.width, lettering, maxLines)) {
        this.ensure(lettering.size * LEADING);
        this.line(line, this.y, box, lettering);
        this.y += lettering.size * LEADING;
      }
    });
  }

  /** A line across the page. */
  rule(y = this.y): void {
    this.#aside(() =>
      this.#mark(() => {
        this.#document.moveTo(FRAME.left, y).lineTo(FRAME.right, y).lineWidth(0.6).strokeColor(LINE).stroke();
      }),
    );
  }

  /** The bytes finished since the last call. */
  take(): Buffer {
    const finished = Buffer.concat(this.#finished);
    this.#finished = [];
    return finished;
  }

  /** Finishes the document, and returns the rest of it. */
  async end(): Promise<Buffer> {
    this.#drawFoot();
    const ended = new Promise((resolve) => this.#document.once('end', resolve));
    this.#document.end();
    await ended;
    return this.take();
  }

  #drawFoot(): void {
    const { foot, page } = this.#options;
    const y = PAGE.height - MARGIN - 8;
    const small = { size: 8, muted: true };
    this.rule(y - 8);
    this.#aside(() => {
      this.line(foot, y, { x: FRAME.left, width: FRAME.width - (page ? 80 : 0) }, small);
      if (page) this.line(page(this.#number), y, { x: FRAME.right - 80, width: 80, align: 'right' }, small);
    });
  }

  /** Draws what screen readers pass over. */
  #aside(draw: () => void): void {
    const wasAside = this.#isAside;
    this.#isAside = true;
    draw();
    this.#isAside = wasAside;
  }

  /** Marks what is drawn as content of the part, or as none. Nothing of it may continue on the next page. */
  #mark(draw: () => void): void {
    const part = this.#part;
    if (!part) {
      draw();
      return;
    }
    if (this.#isAside) this.#document.markContent('Artifact');
    else part.element.add(this.#document.markStructureContent(part.role));
    draw();
    this.#document.endMarkedContent();
  }

  #widthOf(text: string, { size, weight = 'regular' }: Lettering): number {
    return this.#fonts
      .runsOf(text, weight)
      .reduce((sum, run) => sum + this.#document.font(run.font).fontSize(size).widthOfString(run.text), 0);
  }

  #cut(text: string, width: number, lettering: Lettering): string {
    if (this.#widthOf(text, lettering) <= width) return text;
    const characters = [...text];
    const fitting = this.#countFitting(characters, width - this.#widthOf('…', lettering), lettering);
    return `${characters.slice(0, fitting).join('').trimEnd()}…`;
  }

  #wrap(text: string, width: number, lettering: Lettering, maxLines: number): string[] {
    const lines: string[] = [];
    let rest = [...text];
    while (rest.length > 0) {
      if (lines.length === maxLines - 1) return [...lines, rest.join('')];
      const fitting = Math.max(1, this.#countFitting(rest, width, lettering));
      const space = fitting < rest.length ? rest.slice(0, fitting + 1).lastIndexOf(' ') : -1;
      // A word that is longer than a line is broken where the line ends.
      const end = space > 0 ? space : fitting;
      lines.push(rest.slice(0, end).join(''));
      rest = rest.slice(space > 0 ? end + 1 : end);
    }
    return lines;
  }

  /** The number of the first characters that fit into a width. */
  #countFitting(characters: readonly string[], width: number, lettering: Lettering): number {
    let [fits, tooMany] = [0, characters.length + 1];
    while (tooMany - fits > 1) {
      const middle = Math.floor((fits + tooMany) / 2);
      if (this.#widthOf(characters.slice(0, middle).join(''), lettering) <= width) fits = middle;
      else tooMany = middle;
    }
    return fits;
  }
}

/** The library is large, and most processes never draw a document, so it is loaded with the first one. */
export async function openPaper(options: PaperOptions): Promise<Paper> {
  const [{ default: Document }, fonts] = await Promise.all([import('pdfkit'), readFonts()]);
  const document = new Document({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    lang: options.language,
    displayTitle: true,
    tagged: options.tagged,
    // The first version that knows all roles of tables.
    pdfVersion: '1.5',
    // The library's own fonts lack most names; it would look for them in files that a bundle does not have.
    font: '',
    info: { Title: options.title, Author: options.author, CreationDate: options.at },
  });
  return new Paper(document, fonts, options);
}
