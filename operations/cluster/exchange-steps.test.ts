// What a person is told to do on each machine in a round.
import { expect, test } from 'vitest'
import type { Round } from '../machine/rotations.ts'
import { BACKUP_URL } from '../machine/secrets.ts'
import { clusterSecrets } from './cluster-secrets.ts'
import { stepLines, stepsOf } from './exchange-steps.ts'
import { inventoryWith } from './test-inventory.ts'

const roundOf = (changed: Partial<Round>): Round => ({
  changes: {},
  urls: [],
  programs: [],
  engines: [],
  untilSealed: false,
  ...changed,
})

const WORD = '[0-9a-f]{10}'

function stepsWith(changed: Readonly<Record<string, string>>, round: Round): [string, string][] {
  const inventory = inventoryWith(changed)
  const secrets = clusterSecrets(inventory, '/nowhere')
  return stepsOf({ inventory, round, secrets }).map(({ machine, command }) => [machine, command])
}

const matching = (text: string): unknown => expect.stringMatching(new RegExp(`^${text}$`))

test('each machine restarts what it runs of the round, with the word of its own secrets', () => {
  const steps = stepsWith(
    { 'Machine__app-2': '10.0.0.22 portal gateway identity store' },
    roundOf({ programs: ['store-api', 'pharmacy-api'] }),
  )
  expect(steps).toEqual([
    ['app-1', matching(`relayctl restart --secrets ${WORD} --program store-api --program pharmacy-api`)],
    ['app-2', matching(`relayctl restart --secrets ${WORD} --program store-api`)],
  ])
  const [one, two] = steps.map(([, command]) => command.split(' ')[3])
  expect(one).not.toBe(two)
})

test('where roles get passwords the machine with all secrets gives them, before anybody restarts', () => {
  const changed = {
    'Machine__app-1': '10.0.0.21 portal storefront gateway identity store nats',
    'Machine__app-2': '10.0.0.22 portal storefront gateway identity store pharmacy nats',
  }
  const url = 'ConnectionStrings__cs_store'
  expect(stepsWith(changed, roundOf({ urls: [url], programs: ['store-api'] }))).toEqual([
    ['app-2', matching(`relayctl init && relayctl restart --secrets ${WORD} --program store-api`)],
    ['app-1', matching(`relayctl restart --secrets ${WORD} --program store-api`)],
  ])
})

test('the password of backups is of that machine alone, where the archive reads it anew', () => {
  expect(stepsWith({}, roundOf({ urls: [BACKUP_URL] }))).toEqual([
    ['app-1', 'relayctl init && systemctl try-restart pharmacy-relay-archive.service'],
  ])
})

test('the machine that makes backups gets every secret, also where it runs nothing that has it', () => {
  const changed = {
    'Machine__app-1': '10.0.0.21 portal storefront gateway identity store nats',
    'Machine__app-2': '10.0.0.22 portal storefront gateway pharmacy nats',
  }
  const round = roundOf({ changes: { Pharmacy__DataKeys: '2:new' }, programs: ['pharmacy-api'] })
  expect(stepsWith(changed, round)).toEqual([
    ['app-1', ''],
    ['app-2', matching(`relayctl restart --secrets ${WORD} --program pharmacy-api`)],
  ])
  const inventory = inventoryWith(changed)
  const lines = stepLines({ inventory, round, secrets: clusterSecrets(inventory, '/nowhere') }, 'made')
  expect(lines).toContain('  app-1  (nothing to restart)')
})

test('keys of patients: the line says where it is seen that all rows are under the newest', () => {
  const inventory = inventoryWith()
  const round = roundOf({ programs: ['pharmacy-api'], untilSealed: true })
  const lines = stepLines({ inventory, round, secrets: clusterSecrets(inventory, '/nowhere') }, 'made')
  expect(lines.at(-1)).toContain('relayctl doctor on app-1 says that all rows of patients')
})
