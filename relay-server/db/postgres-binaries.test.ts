// The links that npm packages cannot hold.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { restoreSymlinks } from './postgres-binaries.ts'
import { tempFolder } from './test-notes.ts'

test('links missing after an install without scripts are made, and a second call leaves them', () => {
  const folder = tempFolder()
  const lib = join(folder, 'native', 'lib')
  mkdirSync(lib, { recursive: true })
  writeFileSync(join(lib, 'libpq.so.5.18'), 'library')
  const links = [
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
  ]
  writeFileSync(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links))
  restoreSymlinks(folder)
  restoreSymlinks(folder)
  expect(readFileSync(join(lib, 'libpq.so'), 'utf8')).toBe('library')
  expect(readFileSync(join(lib, 'libpq.so.5'), 'utf8')).toBe('library')
})

test('a list of links that is not one is refused', () => {
  const folder = tempFolder()
  mkdirSync(join(folder, 'native'))
  writeFileSync(join(folder, 'native', 'pg-symlinks.json'), '[{"source":1}]')
  expect(() => restoreSymlinks(folder)).toThrow('expected string')
})
