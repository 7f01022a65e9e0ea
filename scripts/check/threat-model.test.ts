// Every file that the threat model names as a proof is there.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../command.ts'

test('each defence of docs/threat-model.md names a file that exists', () => {
  const text = readFileSync(path.join(repository, 'docs/threat-model.md'), 'utf8')
  const files = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.\w+)`/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((file) => !existsSync(path.join(repository, file)))).toEqual([])
  const rows = text.split('\n').filter((line) => /^\|.*\|.*\|.*\|.*\|$/.test(line) && !line.includes('---'))
  const unproven = rows.slice(1).filter((row) => !row.includes('/'))
  expect(unproven).toEqual([])
})
