// An inventory is read whole, or every line and field that is wrong is named.
import { expect, test } from 'vitest'
import { RefusedError } from '../refused.ts'
import { readInventory } from './read-inventory.ts'
import { inventoryText, inventoryWith } from './test-inventory.ts'

test('the inventory of the page names its machines, and what it does not say has its default', () => {
  const { machines, front, ports, settings, natsTls } = inventoryWith()
  expect(machines.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['front-1', 'front-2', 'app-1', 'app-2', 'db-1', 'db-2', 'db-3', 'vote-1']),
  )
  expect(machines.find(({ name }) => name === 'vote-1')).toEqual({
    name: 'vote-1',
    address: '10.0.0.41',
    roles: ['etcd', 'nats'],
  })
  expect([front, ports.postgres, ports.inside.database, natsTls]).toEqual([
    '10.0.0.10',
    5_432,
    5_000,
    '/etc/nats/tls',
  ])
  expect(settings).toMatchObject({ Portal__PublicUrl: 'https://panel.example' })
  expect(inventoryWith({ 'Machine__front-2': null, Cluster__Front: null }).front).toBe('10.0.0.11')
})

test.each([
  ['Machine__db-1="10.0.0.31 postgress"', 'line 1: there is no role postgress'],
  ['Machine__db-1="db.example postgres"', 'line 1: behind the name stands an IPv4 address first'],
  ['Machine__db-1="10.0.0.31"', 'line 1: a machine runs something'],
  ['Machine__DB="10.0.0.31 postgres"', 'line 1: a machine is named by lower case letters'],
  ['Machine__db-1="10.0.0.31 etcd etcd"', 'line 1: a role stands there twice'],
  ['nonsense', 'line 1: is not like NAME="value"'],
  ['Cluster__Fornt="10.0.0.1"', 'line 1: there is no setting Cluster__Fornt'],
  ['Portal__Prot="1"', 'line 1: no program has a setting Portal__Prot'],
  ['Portal__CookieKey="hidden"', 'line 1: Portal__CookieKey is a secret'],
  ['Cluster__PostgresPort="none"', 'Cluster__PostgresPort=none: ✖ must be a port number'],
  ['Cluster__Certificate="/etc/my key.pem"', 'Cluster__Certificate=/etc/my key.pem'],
  ['Machine__a="10.0.0.1 etcd"\nMachine__a="10.0.0.2 etcd"', 'line 2: Machine__a stands in line 1 already'],
])('%s is refused in words', (text, fault) => {
  expect(() => readInventory(text)).toThrow(RefusedError)
  expect(() => readInventory(text)).toThrow(fault)
  expect(() => readInventory(text)).not.toThrow('hidden')
})

test('all that is wrong is said at once', () => {
  const text = inventoryText({ 'Machine__db-1': '10.0.0.31 database', Cluster__EtcdPort: '70000' })
  expect(() => readInventory(text)).toThrow(/there is no role database.*Cluster__EtcdPort/)
})
