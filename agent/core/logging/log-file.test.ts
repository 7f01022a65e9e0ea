// The agent's own log on a real disk: written together, turned over, bounded, and never in the way.
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { LOG_LIMITS, LogFile, logFileIn } from './log-file.ts'
import { newestLines } from './read-log.ts'

const ALL = { lines: 100_000, bytes: 100_000_000 }

function setUp({ isOpen = true } = {}) {
  const folder = path.join(temporaryFolder(), 'log')
  const clock = new SteppedClock()
  const log = new LogFile(clock)
  if (isOpen) log.open(folder)
  return { folder, clock, log }
}

describe('Lines', () => {
  test('are written together after 200 ms, those before the folder was known too', async () => {
    const { folder, clock, log } = setUp({ isOpen: false })
    log.write('one\n')
    clock.stepMs(60_000)
    log.open(folder)
    log.write('two\n')
    clock.stepMs(LOG_LIMITS.everyMs)
    await log.flush()
    expect(readFileSync(logFileIn(folder, 0), 'utf8')).toBe('one\ntwo\n')
    expect(statSync(logFileIn(folder, 0)).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(clock.pending()).toBe(0)
  })

  test('of a process that ends are written at once', () => {
    const { folder, log } = setUp()
    mkdirSync(folder)
    log.write('last\n')
    log.flushNow()
    expect(readFileSync(logFileIn(folder, 0), 'utf8')).toBe('last\n')
  })

  test('that a disk does not take are lost, and their count is said when it takes some again', async () => {
    const { folder, log } = setUp()
    writeFileSync(folder, 'a file where the folder should be')
    log.write('{"n":1}\n')
    log.write('{"n":2}\n')
    await log.flush()
    rmSync(folder)
    log.write('{"n":3}\n')
    await log.flush()
    const lines = await newestLines(folder, ALL)
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'warn', event: 'log-file.lost', lines: 2 },
      { n: 3 },
    ])
  })

  test('wait in 256 KiB at most', async () => {
    const { folder, log } = setUp()
    for (let n = 0; n < 1_000; n += 1) log.write(`${'x'.repeat(1_023)}\n`)
    await log.flush()
    const [lost = '', ...kept] = await newestLines(folder, ALL)
    expect(JSON.parse(lost)).toMatchObject({ event: 'log-file.lost', lines: 744 })
    expect(kept).toHaveLength(256)
  })
})

describe('Files', () => {
  test('are five, of 1 MB at most, and hold the newest lines in order', async () => {
    const { folder, log } = setUp()
    for (let chunk = 0; chunk < 40; chunk += 1) {
      for (let n = 0; n < 200; n += 1) log.write(`${String(chunk * 200 + n).padStart(999, '.')}\n`)
      await log.flush()
    }
    const names = readdirSync(folder).toSorted()
    expect(names).toEqual(['agent.1.log', 'agent.2.log', 'agent.3.log', 'agent.4.log', 'agent.log'])
    const sizes = names.map((name) => statSync(path.join(folder, name)).size)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(LOG_LIMITS.fileBytes)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(5_000_000)
    const numbers = (await newestLines(folder, ALL)).map((line) => Number(line.replaceAll('.', '')))
    expect(numbers.at(-1)).toBe(7_999)
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
    expect(numbers.length).toBeGreaterThan(4_000)
  })

  test('are read as far as is wanted, by lines and by bytes', async () => {
    const { folder, log } = setUp()
    for (const letter of 'abcdef') log.write(`${letter.repeat(10)}\n`)
    await log.flush()
    expect(await newestLines(folder, { lines: 2, bytes: 1_000 })).toEqual(['eeeeeeeeee', 'ffffffffff'])
    expect(await newestLines(folder, { lines: 9, bytes: 39 })).toHaveLength(3)
    expect(await newestLines(path.join(folder, 'none'), ALL)).toEqual([])
  })
})
