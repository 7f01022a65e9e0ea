// relayctl cluster: checks, writes, and leaves alone what a person changed.
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inventoryText } from '../cluster/test-inventory.ts'
import { readCommandLine } from '../command-line.ts'
import { placesIn } from '../machine/places.ts'
import { createReport } from '../report.ts'
import { cluster } from './cluster.ts'

function place() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cluster-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'relay.inventory')
  writeFileSync(file, inventoryText())
  return { folder, file, into: path.join(folder, 'made') }
}

/** Answers what it said; throws what refuses it. */
async function run(...args: string[]): Promise<string> {
  const asked = readCommandLine(['cluster', ...args])
  if (asked.kind !== 'command') throw new Error(`not understood: ${JSON.stringify(asked)}`)
  let said = ''
  const report = createReport(false, (text) => void (said += text))
  const { options, operand } = asked
  await cluster({ places: placesIn(null), administrator: { account: 'postgres' }, report, options, operand })
  return said
}

test('writes a folder for each machine, and the second time nothing', async () => {
  const { file, into } = place()
  expect(await run(file, '--into', into)).toMatch(/(\d+) of \1 files written for 10 machines/)
  expect(statSync(path.join(into, 'db-1/patroni.yml')).mode & 0o777).toBe(0o600)
  expect(statSync(into).mode & 0o777).toBe(0o700)
  expect(await run(file, '--into', into)).toContain(': 0 of ')
})

test('only says what is to be said with --check, and refuses what does not work before it writes', async () => {
  const { file, into } = place()
  writeFileSync(file, inventoryText({ 'Machine__db-3': null }))
  expect(await run(file, '--check')).toMatch(
    /Mind: Two machines run PostgreSQL[^]*9 machines\. Nothing was written/,
  )
  writeFileSync(file, inventoryText({ 'Machine__vote-3': null }))
  await expect(run(file, '--into', into)).rejects.toThrow('2 machines run etcd')
  await expect(run(file)).rejects.toThrow('2 machines run etcd')
  expect(existsSync(into)).toBe(false)
  await expect(run(`${file}.away`, '--check')).rejects.toThrow('There is no inventory')
})

test('a file that a person changed is written over by --force alone, and is named with how much differs', async () => {
  const { file, into } = place()
  await run(file, '--into', into)
  const changed = path.join(into, 'front-1/haproxy.cfg')
  const before = readFileSync(changed, 'utf8')
  appendFileSync(changed, '# mine\n')
  const password = readFileSync(path.join(into, 'secrets/Postgres__Superuser'), 'utf8')
  await expect(run(file, '--into', into)).rejects.toThrow('front-1/haproxy.cfg (1 lines differ)')
  expect(readFileSync(changed, 'utf8')).toContain('# mine')
  expect(await run(file, '--into', into, '--force')).toContain(': 1 of ')
  expect(readFileSync(changed, 'utf8')).toBe(before)
  expect(readFileSync(path.join(into, 'secrets/Postgres__Superuser'), 'utf8')).toBe(password)
})

test('a machine that is gone leaves its files, which are named', async () => {
  const { file, into } = place()
  await run(file, '--into', into)
  writeFileSync(file, inventoryText({ 'Machine__db-3': null }))
  const said = await run(file, '--into', into)
  expect(said).toContain('Left over, of no machine any more: db-3/patroni.yml')
  expect(readFileSync(path.join(into, 'front-1/haproxy.cfg'), 'utf8')).not.toContain('db-3')
})

const KEY = 'InternalApi__Key'
const PREVIOUS = 'InternalApi__PreviousKey'

/** Of one machine, as it lies in its folder. */
function secretsIn(into: string, machine: string): readonly [string, string] {
  const read = (name: string): string =>
    readFileSync(path.join(into, machine, 'pharmacy-relay/secrets', name), 'utf8')
  return [read(KEY), read(PREVIOUS)]
}

test('a secret is exchanged in rounds: each call writes one for every machine, and says what to restart where', async () => {
  const { file, into } = place()
  const rotate = async (...more: string[]): Promise<string> =>
    run(file, '--into', into, '--rotate', 'internal-key', ...more)
  await run(file, '--into', into)
  const [old] = secretsIn(into, 'app-1')

  const first = await rotate()
  expect(first).toContain('Round 1 of 3 of internal-key is written.')
  expect(first).toMatch(
    /^ {2}app-2 {2}relayctl restart --secrets [0-9a-f]{10} --program identity-api --program store-api/m,
  )
  expect(first).toContain(`Then: relayctl cluster ${file} --into ${into} --rotate internal-key --restarted 1`)
  const [shown, taken] = secretsIn(into, 'app-2')
  expect([shown, taken]).toEqual([old, expect.stringMatching(/^[\w-]{43}$/)])

  expect(await rotate()).toContain('Round 1 of 3')
  expect(secretsIn(into, 'app-1')).toEqual([old, taken])
  expect(await run(file, '--into', into)).toContain(
    'Mind: The exchange of internal-key is under way, round 1 of 3',
  )
  await expect(run(file, '--into', into, '--rotate', 'seal-key')).rejects.toThrow('internal-key is under way')

  expect(await rotate('--restarted', '1')).toContain('Round 2 of 3')
  await expect(rotate('--restarted', '1')).rejects.toThrow('round 2 of 3 is open, and not 1')
  expect(secretsIn(into, 'app-2')).toEqual([taken, old])
  expect(await rotate('--restarted', '2')).toContain('Round 3 of 3')
  expect(await rotate('--restarted', '3')).toContain('internal-key exchanged.')
  expect(secretsIn(into, 'app-1')).toEqual([taken, ''])
  await expect(rotate('--restarted', '3')).rejects.toThrow('No exchange of internal-key is under way')
  expect(await run(file, '--into', into)).toContain(': 0 of ')
})

test('an exchange is refused before anything was made, of what nobody exchanges, and over what a person changed', async () => {
  const { file, into } = place()
  await expect(run(file, '--into', into, '--rotate', 'internal-key')).rejects.toThrow(
    'without --rotate first',
  )
  await run(file, '--into', into)
  await expect(run(file, '--into', into, '--rotate', 'passwords')).rejects.toThrow('it does internal-key')
  await expect(run(file, '--into', into, '--restarted', '1')).rejects.toThrow('Say of which exchange')
  appendFileSync(path.join(into, 'front-1/haproxy.cfg'), '# mine\n')
  await expect(run(file, '--into', into, '--rotate', 'internal-key')).rejects.toThrow('changed by hand')
  await expect(run(file, '--into', into, '--rotate', 'internal-key', '--restarted', '1')).rejects.toThrow(
    'No exchange',
  )
})

test('files whose secrets were taken away are not made of new ones', async () => {
  const { file, into } = place()
  await run(file, '--into', into)
  const [old] = secretsIn(into, 'app-1')
  renameSync(path.join(into, 'secrets'), path.join(into, '../safe'))
  await expect(run(file, '--into', into)).rejects.toThrow('made of secrets that are not there any more')
  await expect(run(file, '--into', into, '--rotate', 'seal-key')).rejects.toThrow('bring')
  expect(secretsIn(into, 'app-1')[0]).toBe(old)
  renameSync(path.join(into, '../safe'), path.join(into, 'secrets'))
  expect(await run(file, '--into', into)).toContain(': 0 of ')
})
