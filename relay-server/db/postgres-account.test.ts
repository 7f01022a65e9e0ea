// As whom PostgreSQL runs. Trying other accounts needs root; those tests are skipped for an ordinary user.
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chooseAccount } from './postgres-account.ts'
import type { AccountNeeds } from './postgres-account.ts'
import { tempFolder } from './test-notes.ts'

const asRoot = process.getuid?.() === 0
const NOBODY = 65_534

/** A folder closed to others; `/bin/true` stands for the server, because only who may run it matters here. */
function needs(overrides: Partial<AccountNeeds>): AccountNeeds {
  const folder = tempFolder()
  const dataFolder = join(folder, 'cluster')
  return { self: 0, postgres: '/bin/true', folder, dataFolder, unshare: null, ...overrides }
}

test('an ordinary user runs it directly', async () => {
  expect(await chooseAccount(needs({ self: 1000 }))).toEqual({ wrapper: [], user: null })
})

test("another user's data folder is refused, naming what to do", async () => {
  const facts = needs({ self: 12_345 })
  mkdirSync(facts.dataFolder)
  await expect(chooseAccount(facts)).rejects.toThrow(
    /belongs to user \d+ and this program runs as user 12345.*chown/,
  )
})

test.runIf(asRoot)('root without user namespaces borrows an account of the system', async () => {
  const facts = needs({})
  chmodSync(facts.folder, 0o755)
  const account = await chooseAccount(facts)
  expect(account.wrapper).toEqual([])
  expect(account.user?.uid).toBeGreaterThan(0)
})

test.runIf(asRoot)('for root the owner of an existing data folder decides', async () => {
  const facts = needs({ unshare: 'unshare' })
  chmodSync(facts.folder, 0o755)
  mkdirSync(facts.dataFolder)
  chownSync(facts.dataFolder, NOBODY, NOBODY)
  expect(await chooseAccount(facts)).toEqual({ wrapper: [], user: { uid: NOBODY, gid: NOBODY } })
})

test.runIf(asRoot)(
  'root in a closed folder without user namespaces is refused, naming what to do',
  async () => {
    const choosing = chooseAccount(needs({}))
    await expect(choosing).rejects.toThrow(/cannot run as root.*ordinary user.*\/srv.*ConnectionStrings__/)
  },
)
