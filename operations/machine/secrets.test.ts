// Secrets: all there, none twice, and a loss is told from a beginning.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  addOptionalSecrets,
  COMPLETE_NOTE,
  noteComplete,
  openSecrets,
  secretsStateIn,
  wholeSecrets,
  writePrivate,
  writeSecrets,
} from './secret-files.ts'
import { administratorOf } from './administrator.ts'
import { judgeSecrets, missingSecrets, secretNames, secretsOfProgram } from './secrets.ts'

function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return path.join(folder, 'secrets')
}

test('each service has the secret that the identity API knows it by', () => {
  const made = missingSecrets({}, {})
  expect(made['Identity__ServiceClients']?.split(',').toSorted()).toEqual(
    ['pharmacy', 'portal', 'store', 'storefront'].map(
      (name) => `${name}:${made[`ServiceClient__Secret__${name}`]}`,
    ),
  )
})

test('what is there stays as it is, and no two secrets are alike', () => {
  const first = missingSecrets({}, {})
  expect(missingSecrets(first, {})).toEqual({})
  const made = Object.values(first).filter((value) => value !== '')
  expect(new Set(made).size).toBe(made.length)
})

test('a program is given its own secrets and no other', () => {
  expect(secretsOfProgram('gateway')).toEqual([])
  expect(secretsOfProgram('portal')).not.toContain('Pharmacy__DataKeys')
  expect(secretsOfProgram('pharmacy-api')).toContain('Pharmacy__DataKeys')
})

test('an init that was ended goes on, and one secret that is gone later is a loss', () => {
  const all = secretNames()
  expect(judgeSecrets([], null)).toEqual({ kind: 'none' })
  expect(judgeSecrets(all.slice(1), null)).toEqual({ kind: 'begun', missing: all.slice(0, 1) })
  expect(judgeSecrets(all.slice(1), all)).toEqual({ kind: 'broken', missing: all.slice(0, 1) })
  expect(judgeSecrets(all, all)).toEqual({ kind: 'whole' })
})

test('a secret that a later version needs is missing and no loss', () => {
  const all = secretNames()
  expect(judgeSecrets(all.slice(1), all.slice(1))).toEqual({ kind: 'begun', missing: all.slice(0, 1) })
})

test('behind an upgrade what this version can do without is there and empty; what it cannot do without is asked for', () => {
  const folder = newFolder()
  const { Identity__PreviousSealKey: _, ...before } = missingSecrets({}, {})
  writeSecrets(folder, before)
  writePrivate(path.join(folder, COMPLETE_NOTE), JSON.stringify(Object.keys(before)))
  expect(() => wholeSecrets(folder)).toThrow('relayctl init')
  addOptionalSecrets(folder)
  expect(wholeSecrets(folder)).toEqual({ ...before, Identity__PreviousSealKey: '' })

  const other = newFolder()
  const { Identity__SealKey: __, ...without } = before
  writeSecrets(other, without)
  writePrivate(path.join(other, COMPLETE_NOTE), JSON.stringify(Object.keys(without)))
  addOptionalSecrets(other)
  expect(() => wholeSecrets(other)).toThrow('relayctl init')
})

test('O124: the administrator is named by a file, whose text no fault repeats', () => {
  const folder = newFolder()
  writeSecrets(folder, {})
  const administrator = path.join(folder, 'administrator')
  expect(administratorOf({}, { administrator })).toEqual({ account: 'postgres' })
  writePrivate(administrator, 'postgresql://postgres:hidden@10.0.0.10:5000/postgres\n')
  expect(administratorOf({}, { administrator })).toEqual({
    url: 'postgresql://postgres:hidden@10.0.0.10:5000/postgres',
  })
  expect(administratorOf({ postgres: 'postgresql://a@b/c' }, { administrator })).toEqual({
    url: 'postgresql://a@b/c',
  })
  writePrivate(administrator, 'hidden')
  expect(() => administratorOf({}, { administrator })).toThrow(/administrator holds no URL such as/)
  expect(() => administratorOf({ 'postgres-file': administrator }, { administrator })).not.toThrow('hidden')
})

test('the files are readable by their owner alone', () => {
  const folder = newFolder()
  writeSecrets(folder, missingSecrets({}, {}))
  expect(() => wholeSecrets(folder)).toThrow('relayctl init makes them')
  noteComplete(folder)
  expect(secretsStateIn(folder)).toEqual({ kind: 'whole' })
  expect(openSecrets(folder)).toEqual([])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('a lost secret is refused with what to do', () => {
  const folder = newFolder()
  writeSecrets(folder, missingSecrets({}, {}))
  noteComplete(folder)
  rmSync(path.join(folder, 'Identity__SealKey'))
  expect(() => wholeSecrets(folder)).toThrow(/1 of the secrets .*Identity__SealKey.*relayctl restore/)
})
