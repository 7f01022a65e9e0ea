// Which certificate a TLS printer is trusted with: the first one for good, another one by a person, or what is pinned.
import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { MIGRATIONS } from '../../database/migrations.ts'
import { openDatabase } from '../../database/open-database.ts'
import { KnownCertificates } from './known-certificates.ts'
import type { PinnedAddress } from './pinned-address.ts'

const PRINTER = '10.0.0.5:9143'
const print = (name: string): string => createHash('sha256').update(name).digest('hex')
const pinned = (pin: string | null): PinnedAddress => ({ address: { host: '10.0.0.5', port: 9143 }, pin })

function newPlace() {
  const { connection: database, close } = openDatabase({
    dataFolder: temporaryFolder(),
    migrations: MIGRATIONS,
    logger: silentLogger,
  })
  onTestFinished(close)
  const settings: PinnedAddress[] = []
  const changes: string[] = []
  /** As after a restart of the agent. */
  const again = () =>
    new KnownCertificates({
      database,
      clock: systemClock,
      logger: silentLogger,
      pinned: () => settings,
      onChange: () => changes.push('changed'),
    })
  return { database, settings, changes, again, known: again() }
}

function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof ProblemError) return error.code
    throw error
  }
  return 'done'
}

test('The first certificate is kept over a restart, and no other one is trusted by itself', () => {
  const { known, changes, again } = newPlace()
  expect(known.trusted(PRINTER)).toEqual([])
  expect(known.isTrusted(PRINTER, print('a'))).toBe(true)
  expect(known.isTrusted(PRINTER, print('b'))).toBe(false)
  const later = again()
  for (const name of ['b', 'c', 'b']) expect(later.isTrusted(PRINTER, print(name))).toBe(false)
  expect(later.isTrusted(PRINTER, print('a'))).toBe(true)
  expect(later.isTrusted('10.0.0.6:9143', print('b'))).toBe(true)
  expect(later.list()[0]).toEqual({
    printer: `tls:${PRINTER}`,
    trusted: [{ fingerprint: print('a'), how: 'first_use', since: expect.any(String) }],
    refused: null,
  })
  expect(changes).toHaveLength(2)
})

test('A person says yes to exactly the one that is shown; the one before is over then', () => {
  const { known, again } = newPlace()
  known.isTrusted(PRINTER, print('a'))
  known.isTrusted(PRINTER, print('b'))
  expect(known.list()).toMatchObject([{ refused: print('b') }])
  expect(codeOf(() => known.confirm('10.0.0.9:9143', print('b')))).toBe('not_found')
  expect(codeOf(() => known.confirm(PRINTER, print('c')))).toBe('state_conflict')
  expect(known.isTrusted(PRINTER, print('b'))).toBe(false)
  for (const _twice of [1, 2])
    expect(known.confirm(PRINTER, print('b'))).toMatchObject({
      trusted: [{ fingerprint: print('b'), how: 'confirmed' }],
      refused: null,
    })
  const later = again()
  expect(later.isTrusted(PRINTER, print('b'))).toBe(true)
  expect(later.isTrusted(PRINTER, print('a'))).toBe(false)
})

test('What the settings pin decides alone, and what was kept counts again without it', () => {
  const { known, settings } = newPlace()
  known.isTrusted(PRINTER, print('a'))
  settings.push(pinned(print('b')), pinned(print('c')))
  expect(['a', 'b', 'c'].map((name) => known.isTrusted(PRINTER, print(name)))).toEqual([false, true, true])
  known.isTrusted(PRINTER, print('d'))
  expect(known.list()).toMatchObject([
    { trusted: [{ how: 'setting', since: null }, { fingerprint: print('c') }], refused: print('d') },
  ])
  expect(codeOf(() => known.confirm(PRINTER, print('d')))).toBe('state_conflict')
  settings.length = 0
  expect(['a', 'b'].map((name) => known.isTrusted(PRINTER, print(name)))).toEqual([true, false])
})

test('A certificate that the disk does not take is not trusted', () => {
  const { known, database } = newPlace()
  database.exec('DROP TABLE printer_certificate')
  expect(known.isTrusted(PRINTER, print('a'))).toBe(false)
  expect(known.trusted(PRINTER)).toEqual([])
})

test('A flood of names makes it forget nothing; only a person makes room', () => {
  const { known, again } = newPlace()
  known.isTrusted(PRINTER, print('a'))
  const names = Array.from({ length: 300 }, (_none, index) => `printer-${index}:9143`)
  expect(names.filter((name) => known.isTrusted(name, print(name)))).toHaveLength(99)
  expect(known.isTrusted(PRINTER, print('b'))).toBe(false)
  const last = names.at(-1) ?? ''
  expect(known.confirm(last, print(last))).toMatchObject({ trusted: [{ how: 'confirmed' }] })
  expect([known.list().length, again().list().length]).toEqual([100, 100])
})
