// What an archive needs and what not, until when it is whole, and when two counts are one.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import { archivedUntil, baseName, basesIn, segmentsIn, superfluous, walFolder } from './archive-files.ts'
import { missingRows } from './same-rows.ts'
import { openSealed, sealFile } from './sealed-file.ts'

const DAY = (day: number): Date => new Date(Date.UTC(2026, 10, day, 3, 30))
const segment = (number: number): string =>
  `0000000100000000000000${number.toString(16).toUpperCase().padStart(2, '0')}`

function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function archiveOf(bases: readonly [number, number][], segments: readonly number[]): string {
  const archive = newFolder()
  mkdirSync(walFolder(archive))
  for (const [day, number] of bases)
    writeFileSync(path.join(archive, baseName(DAY(day), segment(number))), '')
  for (const number of segments) {
    const file = path.join(walFolder(archive), `${segment(number)}.zst.age`)
    writeFileSync(file, '')
    utimesSync(file, DAY(number), DAY(number))
  }
  writeFileSync(path.join(walFolder(archive), '00000002.history.zst.age'), '')
  return archive
}

test('the newest two bases stay, with the log from the older of them on and each history', () => {
  const archive = archiveOf(
    [
      [1, 1],
      [8, 8],
      [15, 15],
    ],
    [1, 7, 8, 9, 15],
  )
  const old = superfluous(basesIn(archive), segmentsIn(archive)).map((file) => path.basename(file))
  expect(old).toEqual([baseName(DAY(1), segment(1)), `${segment(1)}.zst.age`, `${segment(7)}.zst.age`])
})

test('with one base nothing before it is of use, and without one nothing goes', () => {
  const one = archiveOf([[8, 8]], [7, 8])
  expect(superfluous(basesIn(one), segmentsIn(one))).toHaveLength(1)
  const none = archiveOf([], [7, 8])
  expect(superfluous(basesIn(none), segmentsIn(none))).toEqual([])
})

test('it is whole until its newest segment was filled, at least until its base; without a base it is of no use', () => {
  expect(archivedUntil(archiveOf([[8, 8]], [8, 9]))).toEqual(DAY(9))
  expect(archivedUntil(archiveOf([[8, 8]], []))).toEqual(DAY(8))
  expect(archivedUntil(archiveOf([], [8, 9]))).toBeNull()
})

test('a segment is sealed for one key, keeps its time, and comes back as it was', async () => {
  const folder = newFolder()
  const [identity, other] = [await generateIdentity(), await generateIdentity()]
  const [from, to, back] = ['from', 'to', 'back'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ]
  const content = Buffer.concat([Buffer.from('Ada Lovelace'), Buffer.alloc(1_000_000)])
  writeFileSync(from, content)
  utimesSync(from, DAY(3), DAY(3))
  await sealFile(from, to, await identityToRecipient(identity))
  expect(readFileSync(to).length).toBeLessThan(2_000)
  expect(readFileSync(to).includes('Ada')).toBe(false)
  await expect(openSealed(to, back, { identity: other })).rejects.toThrow('made for another key')
  await openSealed(to, back, { identity })
  expect(readFileSync(back)).toEqual(content)
})

test('rows that differ by no more than what was written meanwhile are all there, others are named', () => {
  const live = { store: { Orders: 100, Carts: 7 } }
  expect(missingRows(live, { store: { Orders: 100, Carts: 7 } }, 0)).toEqual([])
  expect(missingRows(live, { store: { Orders: 102, Carts: 7 } }, 48)).toEqual([])
  expect(missingRows(live, { store: { Orders: 102, Carts: 7 } }, 24)).toEqual([
    'store Orders: 102 in place of 100',
  ])
  expect(missingRows(live, { store: { Orders: 100 } }, 1_000_000)).toEqual([
    'store Carts: missing in place of 7',
  ])
})
