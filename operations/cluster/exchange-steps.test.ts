// What a person is told to do on each machine in a round.
import { expect, test } from 'vitest'
import type { Round } from '../machine/rotations.ts'
import { BACKUP_URL } from '../machine/secrets.ts'
import { stepLines, stepsOf } from './exchange-steps.ts'
import { inventoryWith } from './test-inventory.ts'

const roundOf = (changed: Partial<Round>): Round => ({
  changes: {},
  urls: [],
  programs: [],
  untilSealed: false,
  ...changed,
})

test('each machine restarts what it runs of the round, and one that runs nothing of it is left out', () => {
  const inventory = inventoryWith({ 'Machine__app-2': '10.0.0.22 portal gateway identity store' })
  expect(stepsOf(inventory, roundOf({ programs: ['store-api', 'pharmacy-api'] }))).toEqual([
    { machine: 'app-1', command: 'relayctl restart --program store-api --program pharmacy-api' },
    { machine: 'app-2', command: 'relayctl restart --program store-api' },
  ])
})

test('where roles get passwords the machine with all secrets gives them, before anybody restarts', () => {
  const inventory = inventoryWith({
    'Machine__app-1': '10.0.0.21 portal storefront gateway identity store nats',
    'Machine__app-2': '10.0.0.22 portal storefront gateway identity store pharmacy nats',
  })
  const url = 'ConnectionStrings__cs_store'
  expect(stepsOf(inventory, roundOf({ urls: [url], programs: ['store-api'] }))).toEqual([
    { machine: 'app-2', command: 'relayctl init && relayctl restart --program store-api' },
    { machine: 'app-1', command: 'relayctl restart --program store-api' },
  ])
})

test('the password of backups is of that machine alone, where the archive reads it anew', () => {
  expect(stepsOf(inventoryWith(), roundOf({ urls: [BACKUP_URL] }))).toEqual([
    {
      machine: 'app-1',
      command: 'relayctl init && systemctl try-restart pharmacy-relay-archive.service',
    },
  ])
})

test('keys of patients: the line says where it is seen that all rows are under the newest', () => {
  const lines = stepLines(inventoryWith(), roundOf({ programs: ['pharmacy-api'], untilSealed: true }))
  expect(lines.at(-1)).toContain('relayctl doctor on app-1 says that all rows of patients')
})
