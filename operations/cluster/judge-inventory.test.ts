// Machines that do not fit together are refused, each in words; what works and should be known is said.
import { expect, test } from 'vitest'
import { judgeInventory } from './judge-inventory.ts'
import { inventoryWith } from './test-inventory.ts'

test('the inventory of the page is in order, and nothing has to be said of it', () => {
  expect(judgeInventory(inventoryWith())).toEqual({ faults: [], warnings: [] })
})

test.each([
  [{ 'Machine__vote-3': null }, '2 machines run etcd: it takes an odd number'],
  [{ 'Machine__vote-4': '10.0.0.44 etcd' }, '4 machines run etcd'],
  [
    { 'Machine__vote-1': '10.0.0.41 nats', 'Machine__vote-2': null, 'Machine__vote-3': null },
    'no machine runs etcd',
  ],
  [{ 'Machine__db-2': '10.0.0.31 postgres' }, 'db-1, db-2 have the same address 10.0.0.31'],
  [{ Store__Port: '5193' }, 'app-1: identity-api and store-api want port 5193'],
  [{ Cluster__PatroniPort: '5432' }, 'db-1: postgres and patroni want port 5432'],
  [{ Cluster__DatabasePort: '443' }, 'front-1: haproxy and haproxy for database want port 443'],
  [{ Portal__Port: '15193' }, 'app-1: portal and the metrics of identity-api want port 15193'],
  [{ Cluster__Front: null }, 'front-1, front-2 run haproxy: say with Cluster__Front'],
  [
    { 'Machine__front-2': null, Cluster__Front: '10.0.0.21' },
    'is the address of app-1, which runs no haproxy',
  ],
  [{ Cluster__NatsTls: null }, 'NATS is reached over the network: say with Cluster__NatsTls'],
  [{ Cluster__Certificate: null }, 'the panel is https: say with Cluster__Certificate'],
  [{ Portal__PublicUrl: 'http://panel.example' }, 'the panel at panel.example would be served without TLS'],
  [{ Portal__PublicUrl: null }, 'say at which origin the panel is: Portal__PublicUrl'],
  [{ Storefront__PublicUrl: 'https://panel.example' }, 'panel and shop are both at panel.example:443'],
  [{ Pharmacy__RetentionYears: null }, 'Pharmacy__RetentionYears is required'],
  [{ Hub__DrainSeconds: 'long' }, 'Hub__DrainSeconds=long'],
])('%j is refused', (changes, fault) => {
  const { faults } = judgeInventory(inventoryWith(changes))
  expect(faults.join('\n')).toContain(fault)
})

test('several portals need NATS, one does not', () => {
  const withoutNats = {
    'Machine__app-1': '10.0.0.21 portal storefront gateway identity store pharmacy',
    'Machine__vote-1': '10.0.0.41 etcd',
  }
  const app2 = 'storefront gateway identity store pharmacy'
  const both = inventoryWith({ ...withoutNats, 'Machine__app-2': `10.0.0.22 portal ${app2}` })
  expect(judgeInventory(both).faults).toEqual([
    'no machine runs nats, by which several portals find each other',
  ])
  expect(
    judgeInventory(inventoryWith({ ...withoutNats, 'Machine__app-2': `10.0.0.22 ${app2}` })),
  ).toMatchObject({
    faults: [],
    warnings: ['Only one machine runs portal: without it that part is away'],
  })
})

test.each([
  [{ 'Machine__db-3': null }, 'Two machines run PostgreSQL: while one is away'],
  [{ 'Machine__db-3': null, 'Machine__db-2': null }, 'One machine runs PostgreSQL: nothing takes over'],
  [
    { 'Machine__vote-3': null, 'Machine__db-3': '10.0.0.33 postgres etcd' },
    'db-3 run etcd beside PostgreSQL',
  ],
  [{ 'Machine__front-2': null, Cluster__Front: null }, 'Only one machine runs haproxy'],
])('%j is said, and made', (changes, warning) => {
  const { faults, warnings } = judgeInventory(inventoryWith(changes))
  expect(faults).toEqual([])
  expect(warnings.join('\n')).toContain(warning)
})
