// Secrets that a service manager lays down as files.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { withCredentials } from './credentials.ts'

const table = {
  Part__Key: { schema: z.string(), help: '', fallback: null, secret: true },
  Part__Other: { schema: z.string(), help: '', fallback: '', secret: true },
  Part__Name: { schema: z.string(), help: '', fallback: null },
} as const

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'credentials-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  return folder
}

test('a secret is read from its file, without the newline at its end', () => {
  const CREDENTIALS_DIRECTORY = folderWith({ Part__Key: 'key\n', Part__Name: 'name' })
  const read = withCredentials({ CREDENTIALS_DIRECTORY }, table)
  expect(read['Part__Key']).toBe('key')
  expect(read['Part__Other']).toBeUndefined()
  expect(read['Part__Name'], 'no secret is no credential').toBeUndefined()
})

test('a variable goes before the file, and an empty one does not', () => {
  const CREDENTIALS_DIRECTORY = folderWith({ Part__Key: 'file', Part__Other: 'file' })
  const read = withCredentials({ CREDENTIALS_DIRECTORY, Part__Key: 'variable', Part__Other: '' }, table)
  expect(read).toMatchObject({ Part__Key: 'variable', Part__Other: 'file' })
})

test('without such a folder the environment is what it was', () => {
  const environment = { Part__Key: 'variable' }
  expect(withCredentials(environment, table)).toBe(environment)
})

test('O124: what was read is not put into the environment of the process', () => {
  const CREDENTIALS_DIRECTORY = folderWith({ Part__Key: 'key' })
  withCredentials({ ...process.env, CREDENTIALS_DIRECTORY }, table)
  expect(process.env['Part__Key']).toBeUndefined()
})
