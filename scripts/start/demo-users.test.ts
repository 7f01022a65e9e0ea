// The demo's passwords: those that the database was seeded with, also when the start that made them was interrupted.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { demoUsers, readSeededUsers, seedFileOf } from './demo-users.ts'

function seedFileIn(text: string | null): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-demo-users-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'demo-users.json')
  if (text !== null) writeFileSync(file, text)
  return file
}

test('passwords are made at the first start, one for each person', () => {
  const users = demoUsers(readSeededUsers(seedFileIn(null)))
  expect(users.map(({ role }) => role)).toEqual(['Admin', 'Support', 'SuperSupport', 'Pharmacist'])
  expect(new Set(users.map(({ password }) => password)).size).toBe(4)
})

test('the passwords of the seed file stay, although that start never came to its end', () => {
  const users = demoUsers([])
  expect(demoUsers(readSeededUsers(seedFileIn(seedFileOf(users))))).toEqual(users)
})

test('a damaged seed file is told, not replaced by passwords that nobody was seeded with', () => {
  expect(() => readSeededUsers(seedFileIn('{'))).toThrow(/demo-users\.json is damaged\. Restore it/)
})
