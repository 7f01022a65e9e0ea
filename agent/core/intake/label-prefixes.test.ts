// Every label of the test printer, cut at every byte: whole ones pass, and what ends inside a format waits for a person.
import { describe, expect, test } from 'vitest'
import { realLabels } from '../../test-printer/test/printer-rig.ts'
import { reasonsToHold } from '../spool/rules/arrival.ts'
import { createScanner, type Verdict } from './completeness.ts'

/**
 * Said without the scanner: none of these labels ends a format with another prefix or declares binary data, so the last
 * of ^XA and ^XZ before the cut tells. Gives for each length whether that prefix ends inside a format.
 */
function openAt(label: Buffer): boolean[] {
  const text = label.toString('latin1')
  const open = Array<boolean>(label.length + 1).fill(false)
  const marks = [...text.matchAll(/\^X[AZ]/gi)]
  for (const [index, mark] of marks.entries()) {
    const end = marks[index + 1]?.index ?? label.length
    if (mark[0].toUpperCase() === '^XA') open.fill(true, mark.index + 3, end + 3)
  }
  return open
}

/** The verdict after each byte, the one before the first byte included. */
function verdicts(label: Buffer): Verdict[] {
  const scanner = createScanner()
  return [
    scanner.verdict(),
    ...Array.from(label, (_, index) => {
      scanner.feed(label.subarray(index, index + 1))
      return scanner.verdict()
    }),
  ]
}

const isHeld = (verdict: Verdict, endedBy: 'fin' | 'idle' | 'reset'): boolean =>
  reasonsToHold({ payload: new Uint8Array(), sender: '127.0.0.1', endedBy, verdict }) !== null

describe.each(realLabels())('$name', ({ bytes: label }) => {
  test('ends no format with another prefix and declares no binary data, which the cuts below rely on', () => {
    const text = label.toString('latin1').replace(/\^CC-((?!-XZ)[^])*?-CC\^/, '')
    expect(text).not.toMatch(/[\^~]C[CDT]|\^GF[BC]|~DY/i)
  })

  test('passes whole, and is held wherever it ends inside a format', () => {
    const [open, seen] = [openAt(label), verdicts(label)]
    expect(open).toContain(true)
    const passed = seen.flatMap((verdict, length) =>
      open[length] === true && !(['fin', 'idle', 'reset'] as const).every((end) => isHeld(verdict, end))
        ? [length]
        : [],
    )
    expect(passed).toEqual([])
    expect(seen.at(-1)).toMatchObject({ language: 'zpl', isComplete: true })
    expect(
      (['fin', 'idle', 'reset'] as const).filter((end) => isHeld(seen[label.length] ?? NONE, end)),
    ).toEqual([])
  })

  test('is not held where it ends between formats', () => {
    const seen = verdicts(label)
    const ends = [...label.toString('latin1').matchAll(/\^XZ/gi)].map(({ index }) => index + 3)
    expect(ends.filter((length) => isHeld(seen[length] ?? NONE, 'fin'))).toEqual([])
  })
})

const NONE: Verdict = { language: 'unknown', isComplete: false, reason: 'cut_label' }
