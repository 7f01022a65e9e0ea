// What a new password must be: length, characters, guesses, own words, and the list of stolen ones.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openBreachedPasswords } from './breached-passwords.ts'
import { createPasswordRules } from './password-rules.ts'

const owner = { name: 'Ada Lovelace', email: 'ada@central-pharmacy.example' }
const rules = createPasswordRules(null)

async function reasonOf(password: string, used = rules): Promise<string | null> {
  return used.accept(password, owner, 'body.newPassword').then(
    () => null,
    (error: { code: string; reason: { code: string }; errors: { path: string }[] }) => {
      expect([error.code, error.errors[0]?.path]).toEqual(['invalid', 'body.newPassword'])
      return error.reason.code
    },
  )
}

test.each([
  ['elevenchars', 'password_too_short'],
  ['a\u0301'.repeat(11), 'password_too_short'],
  ['x'.repeat(129), 'password_too_long'],
  ['long enough \u0000 but not text', 'password_characters'],
  ['long enough \ud800 but half a letter', 'password_characters'],
  ['aaaaaaaaaaaaaaaa', 'password_guessable'],
  ['password1234', 'password_guessable'],
  ['central-pharmacy-2026', 'password_own_words'],
  ['Ada.Lovelace!1', 'password_own_words'],
  ['four otters drinking mint tea', null],
  ['\u{1f48a} dort otter çay içiyor', null],
])('I20 %j: %s', async (password, code) => {
  expect(await reasonOf(password)).toBe(code)
})

test('I20 the longest is judged, and what is longer before anything that takes time with its length', async () => {
  expect(await reasonOf(`four otters drinking mint tea${'\u0301'.repeat(990)}`)).toBe('password_too_long')
  expect(await reasonOf('k9$T'.repeat(32).slice(0, 128))).not.toBe('password_too_long')
})

describe('a list of stolen passwords', () => {
  function listFile(content: Buffer): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'relay-breached-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = path.join(folder, 'breached.bin')
    writeFileSync(file, content)
    return file
  }
  const listOf = (passwords: readonly string[]): Buffer =>
    Buffer.concat(
      passwords
        .map((password) => createHash('sha1').update(password).digest().subarray(0, 8))
        .toSorted((one, other) => one.compare(other)),
    )

  test.each([1, 2, 1_000])('of %i is searched from its first to its last entry', async (count) => {
    const stolen = Array.from({ length: count }, (_none, index) => `four otters drinking mint tea ${index}`)
    const breached = await openBreachedPasswords(listFile(listOf(stolen)))
    onTestFinished(() => breached.close())
    const used = createPasswordRules(breached)
    expect(await reasonOf(stolen.at(-1) ?? '', used)).toBe('password_breached')
    expect(await reasonOf('four otters drinking mint coffee', used)).toBe(null)
    const found = await Promise.all(stolen.map((password) => breached.has(password)))
    expect(found).toEqual(stolen.map(() => true))
  })

  test.each([
    ['is not there', null, 'cannot be read (ENOENT)'],
    ['is empty', Buffer.alloc(0), 'is no list of 8-byte entries'],
    ['was cut', Buffer.alloc(12), 'is no list of 8-byte entries'],
    ['is not in order', Buffer.concat([Buffer.alloc(8, 9), Buffer.alloc(8, 1)]), 'is not in ascending order'],
  ])('that %s is named at the start', async (_name, content, fault) => {
    const file = content === null ? '/nowhere/breached.bin' : listFile(content)
    await expect(openBreachedPasswords(file)).rejects.toThrow(`Identity__BreachedPasswords: ${file} ${fault}`)
  })
})
