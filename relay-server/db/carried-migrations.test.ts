// Which databases a program works on, and that migrations after a release leave the version of that release working.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { judgeCarried, migrationNumber } from './carried-migrations.ts'

const KNOWN = ['001_a', '002_b']

describe('a program that knows 001 and 002', () => {
  const carried = (...unknown: [name: string, usableFrom: number | null][]) =>
    judgeCarried(
      [
        ...KNOWN.map((name) => ({ name, usableFrom: 0 })),
        ...unknown.map(([name, usableFrom]) => ({ name, usableFrom })),
      ],
      KNOWN,
    )

  test('works on an empty database, on its own, and on one that is behind', () => {
    expect(judgeCarried([], KNOWN)).toEqual({ kind: 'ours' })
    expect(carried()).toEqual({ kind: 'ours' })
    expect(judgeCarried([{ name: '001_a', usableFrom: null }], KNOWN)).toEqual({ kind: 'ours' })
  })

  test('O102, O106: goes on with what a newer version has added', () => {
    expect(carried(['003_c', 0], ['004_d', 2])).toEqual({ kind: 'newer', newest: '004_d' })
  })

  test.each([
    ['one of them takes away what it needs', carried(['003_c', 0], ['004_d', 3])],
    ['one of them says nothing', carried(['003_c', null])],
    ['one of them is no later one', carried(['001_z', 0])],
    [
      'one of its own is missing',
      judgeCarried(
        [
          { name: '001_a', usableFrom: 0 },
          { name: '003_c', usableFrom: 0 },
        ],
        KNOWN,
      ),
    ],
  ])('does not where %s', (_why, judgement) => {
    expect(judgement.kind).toBe('foreign')
  })
})

/** The last migrations of the release before this version; before there is one, those of the first. A release adds its own here. */
const RELEASE_BEFORE = { 'store-api': 27, 'identity-api': 15, 'pharmacy-api': 11 }

/** Statements behind which a program that does not know them may fail, or which hold a table for long. */
const TAKES_AWAY =
  /\bdrop\s+(?:table|column|view|function|constraint)\b|\brename\b|\balter\s+(?:column\s+)?\S+\s+(?:set\s+data\s+)?type\b|\bset\s+not\s+null\b|\.(?:dropTable|dropColumn|renameTo|renameColumn|setDataType|setNotNull)\(/i

/** Of the file and of the folder beside it, whose files it reads. */
function textOf(file: string): string {
  const folder = file.replace(/\.ts$/, '')
  const beside = statSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder)
  return [file, ...beside.map((name) => path.join(folder, name))]
    .map((one) => readFileSync(one, 'utf8'))
    .join('\n')
}

describe('migrations after the release before', () => {
  test.each(Object.entries(RELEASE_BEFORE))(
    'of the %s only add, or say from where on they are usable',
    (api, last) => {
      const folder = path.join(import.meta.dirname, '..', api, 'migrations')
      const later = readdirSync(folder).filter(
        (name) => /^\d{3}_\w+\.ts$/.test(name) && migrationNumber(name) > last,
      )
      const silent = later.filter((name) => {
        const text = textOf(path.join(folder, name))
        return TAKES_AWAY.test(text) && !text.includes('export const usableFrom')
      })
      expect(silent).toEqual([])
    },
  )

  test.each([
    ['drop table "A"', true],
    ['alter table "A" drop column "b"', true],
    ['ALTER TABLE "A" RENAME COLUMN "b" TO "c"', true],
    ['alter table "A" alter column "b" type bigint', true],
    ['alter table "A" alter column "b" set not null', true],
    ["db.schema.alterTable('A').dropColumn('b')", true],
    ['alter table "A" add column "b" integer; create index "A_b" on "A" ("b")', false],
    ['create table "A" ("type" text not null)', false],
  ])('%s is found: %s', (text, isFound) => {
    expect(TAKES_AWAY.test(text)).toBe(isFound)
  })
})
