// As whom PostgreSQL runs: the tests for root, or those for an ordinary user, as this run is.
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chooseAccount } from './postgres-account.ts'
import { tempFolder } from './test-notes.ts'

// Stands for the server: here only who may run it matters.
const postgres = '/bin/true'
const asRoot = process.getuid?.() === 0
const NOBODY = 65_534

function openFolder(): string {
  const folder = tempFolder()
  chmodSync(folder, 0o755)
  return folder
}

if (asRoot) {
  test('without user namespaces an account of the system is used', async () => {
    const folder = openFolder()
    const account = await chooseAccount({
      postgres,
      folder,
      dataFolder: join(folder, 'cluster'),
      unshare: null,
    })
    expect(account.wrapper).toEqual([])
    expect(account.user?.uid).toBeGreaterThan(0)
  })

  test('the owner of an existing data folder decides', async () => {
    const folder = openFolder()
    const dataFolder = join(folder, 'cluster')
    mkdirSync(dataFolder)
    chownSync(dataFolder, NOBODY, NOBODY)
    const account = await chooseAccount({ postgres, folder, dataFolder, unshare: 'unshare' })
    expect(account).toEqual({ wrapper: [], user: { uid: NOBODY, gid: NOBODY } })
  })

  test('a closed folder without user namespaces is refused, naming what to do', async () => {
    const folder = tempFolder()
    const choosing = chooseAccount({ postgres, folder, dataFolder: join(folder, 'cluster'), unshare: null })
    await expect(choosing).rejects.toThrow(/cannot run as root.*ordinary user.*\/srv.*ConnectionStrings__/)
  })
} else {
  test('an ordinary user runs it directly', async () => {
    const folder = tempFolder()
    const account = await chooseAccount({
      postgres,
      folder,
      dataFolder: join(folder, 'cluster'),
      unshare: null,
    })
    expect(account).toEqual({ wrapper: [], user: null })
  })
}
