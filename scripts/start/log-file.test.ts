// O06: the log of a program stays below its limit while it writes, and keeps what came last.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLogFile } from './log-file.ts'

const LIMIT = 1_000

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'relay-log-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

test('a program that writes without end has two files of the limit at most, with the last lines', () => {
  const log = openLogFile(folder(), 'agent', LIMIT)
  for (let n = 0; n < 500; n += 1) log.write(Buffer.from(`line ${n}\n`))
  const sizes = [log.file, `${log.file}.old`].map((file) => statSync(file).size)
  expect(sizes.every((size) => size > 0 && size <= LIMIT)).toBe(true)
  expect(readFileSync(log.file, 'utf8')).toMatch(/\nline 499\n$/)
})

test('what an earlier start wrote stays, and a full file is set aside at the start', () => {
  const at = folder()
  writeFileSync(path.join(at, 'a.log'), 'before\n')
  const log = openLogFile(at, 'a', LIMIT)
  log.write(Buffer.from('now\n'))
  expect([readFileSync(log.file, 'utf8'), log.begin()]).toEqual(['before\nnow\n', 7])
  writeFileSync(path.join(at, 'b.log'), 'x'.repeat(LIMIT + 1))
  expect([openLogFile(at, 'b', LIMIT).begin(), statSync(path.join(at, 'b.log.old')).size]).toEqual([
    0,
    LIMIT + 1,
  ])
})

test('a log that cannot be written any more ends nobody', () => {
  const at = folder()
  const log = openLogFile(at, 'agent', LIMIT)
  rmSync(at, { recursive: true })
  expect(() => log.write(Buffer.from('x'))).not.toThrow()
})
