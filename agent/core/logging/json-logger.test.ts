// O02, O06: one event is one line whatever its fields hold, and no flood of events fills the disk.
import { describe, expect, test } from 'vitest'
import { createJsonLogger } from './json-logger.ts'
import { LINES_PER_SECOND, MAX_LINE_BYTES } from './log-budget.ts'

function setUp() {
  const lines: string[] = []
  const time = { ms: 1_000_000 }
  const logger = createJsonLogger(
    (line) => void lines.push(line),
    () => time.ms,
  )
  return { lines, time, logger }
}

describe('A line', () => {
  test('stays one line with line ends, colours and NUL in a sender’s fields', () => {
    const { lines, logger } = setUp()
    const printer = 'EVIL\r\n{"level":"error","event":"forged"}\n\x1b[31mred\x1b[0m\0\u009b31m\u2028x\x7f'
    logger.warn('printer.refused', { printer })
    logger.error('printer.failed', new Error(printer), { printer })
    expect((JSON.parse(lines[0] ?? '') as { printer: string }).printer).toBe(printer)
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line.trimEnd()).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
      'printer.refused',
      'printer.failed',
    ])
  })

  test('has at most 8 KiB, and is JSON all the same', () => {
    const { lines, logger } = setUp()
    for (const letter of ['x', '"', '\0', '\x7f', '€', '\u{1F600}'])
      logger.info('long', { text: letter.repeat(20_000) })
    expect(lines.map((line) => Buffer.byteLength(line) <= MAX_LINE_BYTES)).toEqual(Array(6).fill(true))
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(Array(6).fill('long'))
  })
})

describe('A flood', () => {
  test('of one level is cut at 200 lines a second, its count is said, and an error is not lost in it', () => {
    const { lines, time, logger } = setUp()
    for (let n = 0; n < 5_000; n += 1) logger.info('job.changed', { n })
    logger.error('disk.failed', new Error('EIO'))
    expect(lines).toHaveLength(LINES_PER_SECOND + 1)
    time.ms += 1_000
    logger.info('after')
    expect(lines.slice(-2).map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'warn', event: 'log.dropped', lines: 5_000 - LINES_PER_SECOND },
      { event: 'after' },
    ])
  })
})
