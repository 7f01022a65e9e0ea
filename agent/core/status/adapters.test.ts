// What printers answer, byte for byte as reference/printing 3.4 to 3.7 has it, cut anywhere and among noise.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { statusAdapters } from './adapters.ts'
import type { ParsedAnswer, StatusLanguage } from './printer-reading.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
const parse = (language: StatusLanguage, text: string): ParsedAnswer | null =>
  statusAdapters[language].parse(bytes(text))

/** The manual's example. */
const HOST_STATUS =
  '\x02030,0,0,1245,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03'
const WELL = '\x02\r\nPRINTER STATUS\r\nERRORS: 0 00000000 00000000\r\nWARNINGS: 0 00000000 00000000\r\n\x03'
const IDENTIFICATION = '\x02ZD421-203dpi,V93.21.15Z,8,8176KB,0\x03\r\n'
const WHOLE = `${IDENTIFICATION}${HOST_STATUS}\r\n${WELL}"1234"`
const brother = (changes: Readonly<Record<number, number>> = {}): string => {
  const answer = Buffer.alloc(32)
  answer.set([0x80, 0x20, 0x42, 0x34])
  for (const [at, value] of Object.entries(changes)) answer[Number(at)] = value
  return answer.toString('latin1')
}

/** With `value` in field `field` of line `line`, both from 0. */
function hostStatus(line: number, field: number, value: string): string {
  const lines = HOST_STATUS.split('\r\n').map((text, at) => {
    const fields = text.slice(1, -1).split(',')
    if (at === line) fields[field] = value
    return `\x02${fields.join(',')}\x03`
  })
  return lines.join('\r\n')
}

describe('ZPL', () => {
  test('a whole answer', () => {
    expect(parse('zpl', WHOLE)).toEqual({
      model: 'ZD421-203dpi',
      isIdle: true,
      formatsInBuffer: 0,
      labelsRemaining: 0,
      isPartialFormat: false,
      conditions: [],
      odometer: 1234,
      isWhole: true,
    })
  })

  test.each([
    [0, 1, '1', { conditions: ['paper_out'], isIdle: false }],
    [0, 2, '1', { conditions: ['paused'], isIdle: false }],
    [0, 4, '007', { formatsInBuffer: 7, isIdle: false }],
    [0, 5, '1', { conditions: ['buffer_full'], isIdle: false }],
    [0, 7, '1', { isPartialFormat: true, isIdle: false }],
    [0, 9, '1', { conditions: ['memory_lost'], isIdle: false }],
    [0, 10, '1', { conditions: ['too_cold'], isIdle: false }],
    [0, 11, '1', { conditions: ['too_hot'], isIdle: false }],
    [1, 1, '1', { conditions: [], isIdle: true }],
    [1, 2, '1', { conditions: ['head_open'], isIdle: false }],
    [1, 3, '1', { conditions: ['ribbon_out'], isIdle: false }],
    [1, 7, '1', { conditions: ['label_waiting'], isIdle: true }],
    [1, 8, '00000012', { labelsRemaining: 12, isIdle: false }],
  ] as const)('host status: line %i, field %i as %s', (line, field, value, expected) => {
    expect(parse('zpl', hostStatus(line, field, value))).toMatchObject(expected)
  })

  test.each([
    [0x1, 'paper_out'],
    [0x2, 'ribbon_out'],
    [0x4, 'head_open'],
    [0x8, 'cutter_jam'],
    [0x1000, 'paper_jam'],
    [0x1_0000, 'paused'],
    [0x8_0000, 'fault'],
    [0x40, 'fault'],
  ])('error status %i is %s, also while host status is silent', (bits, condition) => {
    const groups = `00000000 ${bits.toString(16).padStart(8, '0')}`
    const answer = parse('zpl', WELL.replace('ERRORS: 0 00000000 00000000', `ERRORS: 1 ${groups}`))
    expect(answer).toMatchObject({ conditions: [condition], isIdle: false, formatsInBuffer: null })
  })

  test('warnings are told and stop nothing', () => {
    const warned = WELL.replace('WARNINGS: 0 00000000 00000000', 'WARNINGS: 1 00000000 0000000E')
    expect(parse('zpl', HOST_STATUS + warned)).toMatchObject({
      conditions: ['clean_head', 'replace_head', 'paper_low'],
      isIdle: true,
    })
  })

  test.each([
    ['spacing of another maker', '\x02 PRINTER STATUS ERRORS:     1  00000000   00000005 \x03', 2],
    ['an error without a bit', '\x02ERRORS: 1 00000000 00000000\x03', 1],
  ])('error status with %s', (_name, text, count) => {
    expect(parse('zpl', text)?.conditions).toHaveLength(count)
  })

  test('only a counter of labels is the odometer', () => {
    expect(parse('zpl', '"42"')).toMatchObject({ odometer: 42, isIdle: null })
    expect(parse('zpl', '"?"')).toMatchObject({ odometer: null })
    expect(parse('zpl', '"8560 INCHES, 21744 CENTIMETERS"')).toBeNull()
    const meters = '\x02\r\n PRINT METERS\r\n TOTAL NONRESETTABLE:   8560 "\r\n USER CNTR1:   "9"\r\n\x03'
    expect(parse('zpl', meters)).toBeNull()
    expect(parse('zpl', `${meters}"7"`)).toMatchObject({ odometer: 7 })
  })

  test('a line that has a field too few is none', () => {
    expect(parse('zpl', '\x02030,0,0,1245,000,0,0,0,000,0,0\x03')).toBeNull()
    const short = HOST_STATUS.replace('000,0,0,0,0,2,4,0,', '000,0,0,0,2,4,0,')
    expect(parse('zpl', short)).toMatchObject({ isIdle: null, labelsRemaining: null })
  })

  test('the newest host status counts, with its own second line', () => {
    const busy = hostStatus(1, 8, '00000003')
    expect(parse('zpl', busy + HOST_STATUS)).toMatchObject({ isIdle: true, labelsRemaining: 0 })
    expect(parse('zpl', HOST_STATUS + busy.slice(0, 40))).toMatchObject({
      isIdle: null,
      labelsRemaining: null,
    })
  })
})

describe('EPL', () => {
  test.each([
    ['00\r\n', { conditions: [], isIdle: null }],
    ['11\r\n', { conditions: ['head_open'], isIdle: false }],
    ['07\r\n', { conditions: ['fault'], isIdle: false }],
    ['07,11,25\r\n', { conditions: ['fault', 'head_open'], isIdle: false }],
    ['11\r\n00\r\n', { conditions: [], isIdle: null }],
    ['?\r\n00\r\n', { conditions: [] }],
  ])('%j', (text, expected) => expect(parse('epl', text)).toMatchObject(expected))

  test.each(['', '0', '00', '00\r', 'xx\r\n', '123\r\n'])('%j is no answer', (text) =>
    expect(parse('epl', text)).toBeNull(),
  )
})

describe('TSPL', () => {
  test.each([
    [0x00, [], null],
    [0x20, [], false],
    [0x01, ['head_open'], false],
    [0x02, ['paper_jam'], false],
    [0x04, ['paper_out'], false],
    [0x08, ['ribbon_out'], false],
    [0x10, ['paused'], false],
    [0x41, ['head_open'], false],
    [0x80, ['fault'], false],
    [0x25, ['head_open', 'paper_out'], false],
  ] as const)('%i', (byte, conditions, isIdle) => {
    expect(parse('tspl', String.fromCharCode(byte))).toMatchObject({ conditions, isIdle, odometer: null })
  })

  test.each(['', '\0\0', 'xy'])('%j is no answer', (text) => expect(parse('tspl', text)).toBeNull())
})

describe('ESC/POS', () => {
  test.each([
    ['\x12\x12\x12', [], null],
    ['\x1a\x12\x12', ['offline'], false],
    ['\x12\x16\x12', ['head_open'], false],
    ['\x12\x32\x72', ['paper_out'], false],
    ['\x12\x52\x12', ['fault'], false],
    ['\x12\x12\x1e', ['paper_low'], null],
    // XON, automatic status and text among the answers.
    ['\x11\x12\x10\x00\x16\x81x\x12', ['head_open'], false],
  ] as const)('%j', (text, conditions, isIdle) => {
    expect(parse('escpos', text)).toMatchObject({ conditions, isIdle, isWhole: true })
  })

  test('part of the answers is not all', () => {
    expect(parse('escpos', '\x12\x12')).toMatchObject({ isWhole: false })
    expect(parse('escpos', '\x10\x00\x0fabc')).toBeNull()
  })
})

describe('Brother', () => {
  test('a printer that is well, also among noise', () => {
    for (const text of [brother(), `\x80\x20x${brother()}y`])
      expect(parse('brother', text)).toMatchObject({ model: 'Brother QL', conditions: [], isIdle: null })
  })

  test.each([
    [{ 8: 0x01 }, ['paper_out']],
    [{ 8: 0x02 }, ['paper_out']],
    [{ 8: 0x04 }, ['fault']],
    [{ 9: 0x10 }, ['fault']],
  ])('%j', (changes, conditions) => {
    expect(parse('brother', brother(changes))).toMatchObject({ conditions, isIdle: false })
  })

  test('31 bytes are no answer', () => expect(parse('brother', brother().slice(0, 31))).toBeNull())
})

const WHOLE_ANSWERS: readonly (readonly [StatusLanguage, string])[] = [
  ['zpl', WHOLE],
  ['zpl', `${IDENTIFICATION}${WELL.replace('0 00000000 00000000', '1 00000000 00000005')}"7"`],
  ['epl', '11,07\r\n'],
  ['tspl', '\x04'],
  ['escpos', '\x1a\x32\x72'],
  ['brother', brother({ 8: 1 })],
]

describe('An answer of which a part has come', () => {
  test.each(WHOLE_ANSWERS)('%s %j never tells what the whole one does not', (language, text) => {
    const whole = parse(language, text)
    for (let length = 0; length < text.length; length += 1) {
      const part = parse(language, text.slice(0, length))
      if (part === null) continue
      expect(part.isWhole, `after ${length} bytes`).toBe(false)
      expect([null, whole?.odometer]).toContain(part.odometer)
      expect([null, whole?.model]).toContain(part.model)
      expect(part.isIdle === true && whole?.isIdle !== true).toBe(false)
      for (const condition of part.conditions) expect(whole?.conditions).toContain(condition)
    }
  })
})

const RUNS = { numRuns: Number(process.env['FUZZ_RUNS'] ?? 2_000) }
const languages = fc.constantFrom<StatusLanguage>('zpl', 'epl', 'tspl', 'escpos', 'brother')
const noise = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((value) => Buffer.from(value)),
  fc
    .constantFrom(HOST_STATUS, WELL, IDENTIFICATION, WHOLE, '\x02', '\x03', '"', '"1', 'ERRORS: 1 ', '\r\n')
    .map(bytes),
)

describe('Whatever comes', () => {
  test('is parsed without an error, to values within their ranges', () => {
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 12 }), languages, (parts, language) => {
        const answer = statusAdapters[language].parse(Buffer.concat(parts))
        if (answer === null) return
        for (const count of [answer.odometer, answer.formatsInBuffer, answer.labelsRemaining])
          if (count !== null) expect(Number.isSafeInteger(count) && count >= 0).toBe(true)
        expect(new Set(answer.conditions).size).toBe(answer.conditions.length)
        expect(answer.model?.length ?? 0).toBeLessThanOrEqual(60)
      }),
      RUNS,
    )
  })

  test.each(Object.values(statusAdapters))(
    '$language reads 10 MB at once, and only the first 64 KiB',
    (adapter) => {
      for (const piece of [
        '\x02',
        '"',
        'ERRORS:',
        '\x02ERRORS: ',
        ' ',
        '\r\n0',
        '\x80\x20\x42',
        '\x02\x03',
      ]) {
        const startedAt = performance.now()
        adapter.parse(Buffer.alloc(10_000_000, piece, 'latin1'))
        // Far above what a busy machine takes; one that looks at all of it again and again would take hours.
        expect(performance.now() - startedAt).toBeLessThan(20_000)
      }
      expect(statusAdapters.zpl.parse(bytes(`${' '.repeat(65_536)}"7"`))).toBeNull()
    },
  )
})
