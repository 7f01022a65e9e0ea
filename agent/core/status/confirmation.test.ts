// What counts as proof that a label came out, however its answer is cut into pieces.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readZpl } from '../languages/zpl-formats.ts'
import { Confirmation, confirmationOf, evidenceOf } from './confirmation.ts'

const HOST_STATUS =
  '\x02030,0,0,1245,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n'
const ERRORS =
  '\x02\r\nPRINTER STATUS\r\nERRORS: 0 00000000 00000000\r\nWARNINGS: 0 00000000 00000000\r\n\x03'
const answer = (counter: string): Buffer =>
  Buffer.from(`\x02ZD421,V93.21.15Z,8,8176KB,0\x03\r\n${HOST_STATUS}${ERRORS}"${counter}"`)
const NO_HOST_STATUS = Buffer.from(
  `\x02ZD421,V93.21.15Z,8,8176KB,0\x03\r\n${ERRORS.replace('ERRORS: 0 00000000 00000000', 'ERRORS: 1 00000000 00000001')}"5"`,
)

test.each([
  [{ isIdle: true, odometer: 7 }, { odometer: 5, copies: 2 }, 'L3'],
  [{ isIdle: true, odometer: 8 }, { odometer: 5, copies: 2 }, 'L2'],
  [{ isIdle: true, odometer: 6 }, { odometer: 5, copies: 2 }, null],
  [{ isIdle: true, odometer: 5 }, { odometer: 5, copies: 2 }, null],
  [{ isIdle: true, odometer: 4 }, { odometer: 5, copies: 2 }, null],
  [{ isIdle: true, odometer: null }, { odometer: 5, copies: 2 }, 'L2'],
  [{ isIdle: true, odometer: 7 }, { odometer: null, copies: 2 }, 'L2'],
  [{ isIdle: false, odometer: 7 }, { odometer: 5, copies: 2 }, null],
  [{ isIdle: null, odometer: 7 }, { odometer: 5, copies: 2 }, null],
] as const)('%j after %j proves %s', (reading, label, evidence) => {
  expect(evidenceOf(reading, label)).toBe(evidence)
})

test('an answer in two pieces, cut anywhere, is enough at its last byte and not before', () => {
  const whole = answer('6')
  for (let cut = 1; cut < whole.length; cut += 1) {
    const confirmation = new Confirmation({ copies: 1, odometer: 5 })
    confirmation.next()
    expect(confirmation.hear(whole.subarray(0, cut)), `cut at ${cut}`).toBe('more')
    expect(confirmation.evidence()).not.toBe('L3')
    expect(confirmation.hear(whole.subarray(cut))).toBe('end')
    expect(confirmation.evidence()).toBe('L3')
  }
})

test('it asks again while the counter stands still, and not for ever', () => {
  const confirmation = new Confirmation({ copies: 1, odometer: 5 })
  let questions = 0
  while (confirmation.next() !== 'end') {
    questions += 1
    expect(questions).toBeLessThan(10)
    expect(confirmation.hear(answer('5'))).toBe('more')
  }
  expect(questions).toBe(4)
  expect([confirmation.evidence(), confirmation.odometerAfter()]).toEqual([null, null])
})

test('the beginning of an answer does not hide a whole one, but host status that stays away does', () => {
  const confirmation = new Confirmation({ copies: 2, odometer: 5 })
  confirmation.next()
  confirmation.hear(answer('6'))
  confirmation.next()
  confirmation.hear(NO_HOST_STATUS)
  expect(confirmation.reading(0)?.isIdle).toBe(true)
  confirmation.next()
  expect(confirmation.reading(0)).toMatchObject({ isIdle: false, conditions: ['paper_out'] })
})

test('noise is waited for as silence is', () => {
  const confirmation = new Confirmation({ copies: 1, odometer: 5 })
  const steps = Array.from({ length: 4 }, () => {
    const step = confirmation.next()
    confirmation.hear(Buffer.from('\x02noise'))
    return typeof step === 'string' ? step : 'ask'
  })
  expect(steps).toEqual(['ask', 'wait', 'wait', 'end'])
})

test('whatever is heard, only a counter that advanced by the label is proof', () => {
  const chunks = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 30 }),
      fc.constantFrom('5', '6', '7', '?').map(answer),
      fc.constantFrom(answer('6').subarray(0, 60), answer('6').subarray(60), NO_HOST_STATUS),
    ),
    { maxLength: 10 },
  )
  fc.assert(
    fc.property(chunks, fc.array(fc.boolean(), { maxLength: 10 }), (heard, asks) => {
      const confirmation = new Confirmation({ copies: 2, odometer: 5 })
      confirmation.next()
      for (const [index, chunk] of heard.entries()) {
        if (asks[index] === true) confirmation.next()
        confirmation.hear(chunk)
      }
      const reading = confirmation.reading(0)
      const isProof = confirmation.evidence() === 'L3'
      expect(isProof).toBe(reading?.isIdle === true && reading.odometer === 7)
      expect(confirmation.odometerAfter()).toBe(isProof ? 7 : null)
    }),
    { numRuns: Number(process.env['FUZZ_RUNS'] ?? 2_000) },
  )
})

test('no question follows prefixes that are changed, and one follows where they are changed back', () => {
  const pieces = fc.constantFrom(
    '^XA',
    '^FDx',
    '^XZ',
    '^CC!',
    '~ct%',
    '!CC^',
    '!CT~',
    '^CT~',
    '^cd;',
    '^CD,',
    '^GFB,4,4,1,',
    '^C',
    '~',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const payload = Buffer.from(parts.join(''))
      const { format, control, delimiter } = readZpl(payload).prefixes
      const isPlain = String.fromCharCode(format, control, delimiter) === '^~,'
      const label = { payload, language: 'zpl', isComplete: true, copies: 1, odometer: null } as const
      expect(confirmationOf(label, 'zpl') !== null).toBe(isPlain)
    }),
    { numRuns: Number(process.env['FUZZ_RUNS'] ?? 2_000) },
  )
})
