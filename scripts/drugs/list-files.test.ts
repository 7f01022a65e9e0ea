// Which files a person's folders give, and what is said of an import in words.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findingText } from './import-words.ts'
import { readListFolders } from './list-files.ts'

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-list-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  return folder
}

test('the French list is known by its files, and a later folder takes their place', () => {
  const first = folderOf({ 'CIS_bdpm.txt': 'a\n', 'CIS_CIP_bdpm.txt': 'b\n', 'other.txt': 'c' })
  const later = folderOf({ 'CIS_CIP_bdpm.txt': 'newer\n' })
  const { source, files } = readListFolders([first, later], null)
  expect([source, files.map(({ name, bytes }) => [name, bytes.length])]).toEqual([
    'bdpm',
    [
      ['CIS_bdpm.txt', 2],
      ['CIS_CIP_bdpm.txt', 6],
    ],
  ])
})

test('a list in our own form has the source that was named', () => {
  const folder = folderOf({ 'drugs.csv': 'x\n', 'packs.csv': 'y\n' })
  expect(readListFolders([folder], 'titck').source).toBe('titck')
  expect(readListFolders([folder], null).source).toBe('list')
})

test('a folder that is none, without a list, or with an empty file is refused in words', () => {
  expect(() => readListFolders(['/nowhere/at/all'], null)).toThrow('/nowhere/at/all is no folder.')
  expect(() => readListFolders([folderOf({})], null)).toThrow('there is no list. Known are CIS_bdpm.txt')
  expect(() => readListFolders([folderOf({ 'drugs.csv': '' })], null)).toThrow('drugs.csv has 0 bytes')
})

test('a fault names file, line and text', () => {
  const fault = {
    file: 'CIS_CIP_bdpm.txt',
    line: 3,
    rule: 'check_digit',
    isFault: true,
    what: '3400936963505',
  } as const
  expect(findingText(fault)).toBe('CIS_CIP_bdpm.txt, line 3: the check digit is wrong: 3400936963505')
})
