// How reasons are said: every code in every language, with its parameters as people write them there.
import { describe, expect, it } from 'vitest'
import { Language, texts } from '../texts/index.ts'
import { reason } from './make-reason.ts'
import { REASONS, type ParamKind, type ReasonCode } from './reason-codes.ts'
import { reasonDetail, reasonSentence, reasonText } from './reason-text.ts'
import { Reasons, type Reason } from './reason.ts'

const VALUES: Readonly<Record<ParamKind, string | number>> = {
  name: 'DISPENSARY',
  printer: 'tcp:192.168.1.50:9100',
  time: '14:05',
  duration: 1_800,
  count: 1_234,
  number: 8_765,
  label: 'B-75.1',
  condition: 'paper_out',
}
const SAID: Readonly<Record<Exclude<ParamKind, 'duration' | 'condition'>, RegExp>> = {
  name: /DISPENSARY/,
  printer: /192\.168\.1\.50:9100/,
  time: /14:05/,
  count: /1\D234/,
  number: /8765/,
  label: /B-75\.1/,
}

const ofKinds = (code: ReasonCode): Reason => {
  const kinds: [string, ParamKind][] = Object.entries(REASONS[code])
  return {
    code,
    params: Object.fromEntries(kinds.map(([name, kind]) => [name, VALUES[kind]])),
    detail: 'detail',
  }
}

describe.each(Language.options)('in %s', (language) => {
  const t = texts(language)

  it.each(Object.keys(REASONS) as ReasonCode[])('%s is said with all that it is about', (code) => {
    const said = reasonText([ofKinds(code)], t)
    expect(said).not.toMatch(/undefined|\{|detail/)
    for (const kind of Object.values(REASONS[code]) as ParamKind[]) {
      if (kind === 'condition') expect(said).toBe(t.printing.conditions.paper_out)
      else if (kind === 'duration') expect(said).toMatch(/30 (minutes|Minuten|dakika)/)
      else expect(said).toMatch(SAID[kind])
    }
  })

  it('the number of a label is said as it was stored before labels had letters', () => {
    const old = { code: 'label_over', params: { label: 75 }, detail: 'detail' }
    expect(reasonText([old], t)).toMatch(/75/)
  })

  it('a code of a newer version is said in its English words, or as the code where it brings none', () => {
    const newer = { code: 'printer_dreams', params: {}, detail: 'the printer dreams' }
    expect(reasonText([newer], t)).toBe(t.newerReason('the printer dreams'))
    expect(reasonText([{ ...newer, detail: '' }], t)).toBe(t.newerReason('printer_dreams'))
  })

  it('a known code whose parameters a newer version changed is said in its English words', () => {
    const changed = { code: 'expired', params: { after: 'half an hour' }, detail: 'too late' }
    expect(reasonText([changed], t)).toBe(t.newerReason('too late'))
  })
})

describe('A chain', () => {
  const busy = reason('printer_busy', {}, 'ECONNREFUSED')
  const paperOut = reason('printer_condition', { condition: 'paper_out' })
  const open = reason('printer_condition', { condition: 'head_open' })

  it('puts a colon behind what begins it, semicolons between its parts, and sentences apart', () => {
    const chain = [
      reason('waits_there', { computer: 'DISPENSARY' }),
      busy,
      reason('clock_jumped', {}),
      paperOut,
      open,
    ]
    expect(reasonText(chain, texts('de'))).toBe(
      'DISPENSARY: wartet auf den Drucker: der Drucker nimmt keine Verbindung an: Er wird benutzt oder ist nicht bereit; ' +
        'die Uhr dieses Rechners ist gesprungen, deshalb läuft dieses Etikett nicht von selbst ab: Stornieren Sie es, ' +
        `wenn es niemand mehr braucht. ${texts('de').printing.conditions.paper_out} ${texts('de').printing.conditions.head_open}`,
    )
    expect(reasonText([], texts('tr'))).toBe('')
  })

  it('begins in upper case where it is a sentence of its own, as the language has it', () => {
    expect(reasonSentence([reason('no_counter', {})], texts('tr'))).toBe('Yazıcı etiketlerini saymıyor')
    expect(reasonSentence([reason('through_hub', {})], texts('tr'))).toBe('İnternet üzerinden')
  })

  it('has in its English detail what a system said, and fits into what is stored however long that is', () => {
    expect(reasonDetail([busy, paperOut])).toBe(
      `${texts('en').reasons.printer_busy} (ECONNREFUSED). ${texts('en').printing.conditions.paper_out}`,
    )
    const long = reason('in_doubt', { computer: 'C'.repeat(500) }, 'x'.repeat(500))
    expect(Reasons.parse([long])).toEqual([long])
  })
})

it('tells one from many', () => {
  const tried = (times: number) => [reason('tried_before', { times })]
  expect(reasonText(tried(1), texts('en'))).toContain('1 try before')
  expect(reasonText(tried(2), texts('de'))).toContain('2 Versuche davor endeten')
  const part = reason('part_came', { some: 1, all: 3 })
  expect(reasonText([part], texts('de'))).toBe('1 seiner 3 Etiketten kam heraus')
})
