// The paper of an invoice: A4 in points, its letters, and what is drawn on every page.
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { InvoiceDocument } from '../invoice-document.ts'
import { goesBothWays, linesOf, piecesOf } from './both-ways.ts'

const require = createRequire(import.meta.url)
const FONTS = {
  plain: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
} as const
export type Font = keyof typeof FONTS

export const PAPER = { left: 50, right: 545, top: 50, bottom: 770, footer: 790 } as const
export const SIZE = { small: 7.5, text: 9, total: 11, title: 18 } as const

export type Paper = InstanceType<typeof PDFDocument>

/** Between lines, in points. */
const LINE_GAP = 1.5

/** Without ligatures: in `fi` joined, much of what tells `fi` from `fı` is lost, which are two letters in Turkish. */
const FEATURES = { liga: false, clig: false, dlig: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[]

/** What the parts of an invoice are drawn from. */
export interface Sheet {
  readonly paper: Paper
  readonly document: InvoiceDocument
  readonly t: Texts
}

export interface PaperFacts {
  readonly title: string
  readonly author: string
  /** BCP 47, for who has it read out. */
  readonly language: string
  /** In the place of the time of drawing, so that the same facts make the same bytes. */
  readonly madeAt: Date
}

export function newPaper({ title, author, language, madeAt }: PaperFacts): Paper {
  const paper = new PDFDocument({
    size: 'A4',
    // Of what is written: below the last line a page would begin by itself.
    margins: { left: PAPER.left, right: 50, top: PAPER.top, bottom: 0 },
    bufferPages: true,
    lang: language,
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: title,
      Author: author,
      Producer: 'Pharmacy Relay',
      Creator: 'Pharmacy Relay',
      CreationDate: madeAt,
    },
  })
  for (const [name, file] of Object.entries(FONTS)) paper.registerFont(name, file)
  return paper
}

export interface Words {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly font?: Font
  readonly size?: number
  readonly align?: 'left' | 'right'
}

/** Draws, and tells where the next line begins. */
export function write(paper: Paper, text: string, words: Words): number {
  choose(paper, words)
  if (goesBothWays(text)) return writeBothWays(paper, text, words)
  const { x, y, width, align = 'left' } = words
  paper.text(text, x, y, { width, align, features: FEATURES, lineGap: LINE_GAP })
  return paper.y
}

export function heightOf(paper: Paper, text: string, words: Pick<Words, 'width' | 'font' | 'size'>): number {
  choose(paper, words)
  if (goesBothWays(text)) return linesOf(text, words.width, widthIn(paper)).length * lineHeight(paper)
  return paper.heightOfString(text, { width: words.width, features: FEATURES, lineGap: LINE_GAP })
}

/** The library would turn a whole line around, numbers and all. */
function writeBothWays(paper: Paper, text: string, { x, y, width }: Words): number {
  const widthOf = widthIn(paper)
  const lines = linesOf(text, width, widthOf)
  for (const [index, line] of lines.entries()) {
    let at = x
    for (const piece of piecesOf(line)) {
      paper.text(piece, at, y + index * lineHeight(paper), { lineBreak: false, features: FEATURES })
      at += widthOf(piece)
    }
  }
  return y + lines.length * lineHeight(paper)
}

const widthIn =
  (paper: Paper) =>
  (text: string): number =>
    paper.widthOfString(text, { features: FEATURES })

const lineHeight = (paper: Paper): number => paper.currentLineHeight(true) + LINE_GAP

function choose(paper: Paper, { font = 'plain', size = SIZE.text }: Pick<Words, 'font' | 'size'>): void {
  paper.font(font).fontSize(size).fillColor('#111111')
}

export function rule(paper: Paper, y: number): void {
  paper.moveTo(PAPER.left, y).lineTo(PAPER.right, y).lineWidth(0.5).strokeColor('#888888').stroke()
}

/** The bytes, once `paper.end()` was called. */
export async function bytesOf(paper: Paper): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of paper as unknown as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}
