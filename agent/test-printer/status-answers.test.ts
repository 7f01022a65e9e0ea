// Replies to status queries, against the layouts in Zebra's manuals.
import { describe, expect, test } from 'vitest'
import { Faults, type FaultChange } from './faults.ts'
import { answerTo, type Condition } from './status-answers.ts'
import { shown } from './test/printer-rig.ts'

async function condition(faults: FaultChange, rest: Partial<Condition> = {}): Promise<Condition> {
  return {
    name: 'Counter printer',
    faults: await new Faults().set(faults),
    labelsPrinted: 12,
    formatsWaiting: 0,
    isBufferFull: false,
    isInFormat: false,
    silentWhenStopped: true,
    ...rest,
  }
}

const well = { paperOut: false }

describe('host status', () => {
  test('is three framed lines with twelve, eleven and two fields', async () => {
    const lines = shown(answerTo('HS', await condition(well))).split('\r\n')
    expect(lines.pop()).toBe('')
    const fields = lines.map((line) => /^<STX>(.*)<ETX>$/.exec(line)?.[1]?.split(',').length)
    expect(fields).toEqual([12, 11, 2])
  })

  test('tells pause, waiting formats, a full buffer and a partial format where the manual puts them', async () => {
    const rest = { formatsWaiting: 7, isBufferFull: true, isInFormat: true }
    const fields = answerTo('HS', await condition({ paused: true }, rest))?.split(',') ?? []
    expect(fields.slice(1, 8)).toEqual(['0', '1', '1218', '007', '1', '0', '1'])
  })

  test.each([{ paperOut: true }, { headOpen: true }])('is silent by default with %o', async (fault) => {
    expect(answerTo('HS', await condition(fault))).toBeNull()
    expect(answerTo('getvar device.host_status', await condition(fault))).toBeNull()
  })

  test('tells paper out and head open when the printer is of the older kind', async () => {
    const faults = { paperOut: true, headOpen: true }
    const lines = answerTo('HS', await condition(faults, { silentWhenStopped: false }))?.split('\r\n') ?? []
    expect(lines[0]?.split(',')[1]).toBe('1')
    expect(lines[1]?.split(',')[2]).toBe('1')
  })
})

test('error status has a bit for each fault, also while host status is silent', async () => {
  const answer = answerTo('HQES', await condition({ paperOut: true, headOpen: true, paused: true }))
  expect(answer).toBe(
    '\x02\r\nPRINTER STATUS\r\nERRORS: 1 00000000 00010005\r\nWARNINGS: 0 00000000 00000000\r\n\x03',
  )
  expect(answerTo('HQES', await condition(well))).toContain('ERRORS: 0 00000000 00000000')
})

test('the print meters grow with every label', async () => {
  expect(shown(answerTo('HQOD', await condition(well)))).toMatch(
    /^<STX>[^]*TOTAL NONRESETTABLE: +72 "\r\n[^]*<ETX>$/,
  )
})

test('identification is framed and tells 8 dots a millimetre', async () => {
  expect(shown(answerTo('HI', await condition(well)))).toMatch(/^<STX>[^,]+,V1\.0\.0,8,8192KB,0<ETX>\r\n$/)
})

test('variables are answered in quotes without a line end, an unknown one with a question mark', async () => {
  const now = await condition(well)
  expect(answerTo('getvar odometer.total_label_count', now)).toBe('"12"')
  expect(answerTo('getvar device.friendly_name', now)).toBe('"Counter printer"')
  expect(answerTo('getvar no.such', now)).toBe('"?"')
  expect(answerTo('HQXX', now)).toBeNull()
  expect(answerTo('toString', now)).toBeNull()
})
