// The canary's search finds what is there; the canary itself is in `canary.short.test.ts`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { formsIn, searchFolders } from './search.ts'
import { logFaults } from './run-canary.ts'

const MARK = 'PHI00FFAA11CC22DD33EE'

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'relay-search-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

describe('The search', () => {
  test.each([
    ['as it is', Buffer.from(`a${MARK}b`)],
    ['in lower case', Buffer.from(MARK.toLowerCase())],
    ['in UTF-16', Buffer.from(`x${MARK}`, 'utf16le')],
    ['in hexadecimal', Buffer.from(Buffer.from(`1${MARK}2`).toString('hex'))],
    ['in Base64', Buffer.from(Buffer.from(`^FD${MARK}^FS`).toString('base64'))],
    ['in Base64, one byte on', Buffer.from(Buffer.from(`1^FD${MARK} 7`).toString('base64'))],
    ['in Base64, two bytes on', Buffer.from(Buffer.from(`12^FD${MARK}`).toString('base64'))],
  ])('finds a text %s', (_name, bytes) => {
    expect(formsIn(bytes, MARK)).toHaveLength(1)
  })

  it('finds it in a file of a folder in a folder, also where two parts of the file meet', () => {
    const top = folder()
    mkdirSync(path.join(top, 'a', 'b'), { recursive: true })
    const across = Buffer.alloc(4 * 1_048_576 + 100, 'x')
    across.write(MARK, 4 * 1_048_576 - 10)
    writeFileSync(path.join(top, 'a', 'b', 'core'), across)
    writeFileSync(path.join(top, 'other'), 'PHI00FFAA11CC22DD33EF')
    const { files, hits } = searchFolders([top], MARK)
    expect([files, hits]).toEqual([2, [`${path.join(top, 'a', 'b', 'core')} (plain)`]])
  })
})

test('O02: a line that a sender made, or its colours, is found in a log', () => {
  const logs = folder()
  writeFileSync(path.join(logs, 'good.log'), '{"event":"x"}\n\tat somewhere\n')
  writeFileSync(path.join(logs, 'bad.log'), '{"event":"x"}\r\n\x1b[31mred\n')
  expect(logFaults(logs)).toEqual(['bad.log has 2 lines with control characters'])
})
