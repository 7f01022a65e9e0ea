// What is made of an inventory: the same again, secrets in private files alone, each machine with its own.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Problem } from '@pharmacy-relay/shared/problem.ts'
import { readConfig } from '../machine/config-file.ts'
import { secretsOfProgram } from '../machine/secrets.ts'
import { clusterSecrets } from './cluster-secrets.ts'
import { madeFiles, type MadeFile } from './made-files.ts'
import { inventoryWith } from './test-inventory.ts'
import { writeMade } from './write-made.ts'

function made(changes: Readonly<Record<string, string | null>> = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cluster-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const inventory = inventoryWith(changes)
  const secrets = clusterSecrets(inventory, path.join(folder, 'secrets'))
  const files = madeFiles(inventory, secrets)
  return { folder, inventory, secrets, files, textOf: textIn(files) }
}

function textIn(files: readonly MadeFile[]) {
  return (name: string): string => files.find((file) => file.name === name)?.text ?? ''
}

test('the same inventory and the secrets that were kept give the same bytes', () => {
  const { folder, inventory, files } = made()
  writeMade(folder, files, files)
  expect(madeFiles(inventory, clusterSecrets(inventory, path.join(folder, 'secrets')))).toEqual(files)
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length)
})

test('no secret stands in a file that others may read', () => {
  const { files, secrets } = made()
  const hidden = Object.values({ ...secrets.programs, ...secrets.engines }).filter((text) => text.length > 20)
  const passwords = hidden.map((text) => (URL.canParse(text) ? new URL(text).password || text : text))
  const open = files.filter(({ mode }) => (mode & 0o077) !== 0)
  expect(open.length).toBeGreaterThan(10)
  const told = open.filter(({ text }) => passwords.some((password) => text.includes(password)))
  expect(told.map(({ name }) => name)).toEqual([])
})

test('a machine has the secrets of its programs, and the first with the pharmacy API has all', () => {
  const { textOf, files } = made({
    'Machine__front-2': '10.0.0.12 haproxy portal',
    'Machine__app-3': '10.0.0.23 store',
  })
  const given = (machine: string): string[] =>
    files
      .filter(({ name, text }) => name.startsWith(`${machine}/pharmacy-relay/secrets/`) && text !== '')
      .map(({ name }) => path.basename(name))
      .filter((name) => !['.complete.json', 'first-admin.json'].includes(name))
  expect(secretsOfProgram('store-api')).toEqual(expect.arrayContaining(given('app-3')))
  expect(given('app-3')).toContain('ConnectionStrings__cs_store')
  expect(given('front-2')).not.toContain('ConnectionStrings__cs_store')
  expect(given('app-1')).toEqual(expect.arrayContaining(['Backup__Url', 'Pharmacy__DataKeys', 'Nats__Url']))
  expect(textOf('app-3/pharmacy-relay/secrets/ConnectionStrings__cs_store')).toMatch(
    /^postgresql:\/\/relay_store:[\w-]{43}@10\.0\.0\.10:5000\/relay_store$/,
  )
  expect(textOf('app-1/pharmacy-relay/secrets/Nats__Url')).toMatch(
    /^tls:\/\/relay-[0-9a-f]{8}:[\w-]{43}@10\.0\.0\.21:4222,tls:/,
  )
})

test('relay.conf is understood, names the programs of its machine, and finds the others by haproxy', () => {
  const { textOf } = made()
  expect(readConfig(textOf('app-1/pharmacy-relay/relay.conf'))).toMatchObject({
    Machine__Programs: 'identity-api,store-api,pharmacy-api,gateway,portal,storefront',
    Portal__Host: '10.0.0.21',
    Health__Host: '10.0.0.21',
    Services__Store: 'http://10.0.0.10:6141',
    Gateway__Routes__Identity: 'http://10.0.0.10:6193',
    Portal__PublicUrl: 'https://panel.example',
  })
  expect(readConfig(textOf('app-1/pharmacy-relay/relay.conf'))['Network__Private']).toContain('10.0.0.12/32')
})

test('haproxy leads to who can work: devices to the fewest, a browser to its portal, writes to the primary', () => {
  const text = made().textOf('front-1/haproxy.cfg')
  const section = (head: string): string => text.split('\n\n').find((part) => part.startsWith(head)) ?? ''
  expect(section('backend hubs')).toMatch(/balance leastconn[^]*\/readyz[^]*10\.0\.0\.22:5132 port 15132/)
  expect(section('backend panel')).toMatch(/cookie portal insert .*secure[^]*cookie app-2/)
  expect(section('backend gateway')).toContain('balance source')
  expect(section('listen database')).toMatch(
    /src 127\.0\.0\.0\/8 10[^]*GET \/primary[^]*on-marked-down shutdown-sessions[^]*10\.0\.0\.33:5432 port 8008/,
  )
  expect(section('frontend public-443')).toContain(
    'bind 10.0.0.10:443 transparent ssl crt /etc/haproxy/relay.pem',
  )
  expect(section('global')).toContain('hard-stop-after 10m')
  const problem: unknown = JSON.parse(/string '(.*?)' hdr/.exec(section('listen inside-store'))?.[1] ?? '')
  expect(Problem.parse(problem)).toMatchObject({ code: 'unavailable', status: 503 })
})

test('databases, backups and the archive are made at the primary, by haproxy, which its servers take from nobody else', () => {
  const { textOf, secrets, files } = made()
  const url = `postgresql://postgres:${secrets.engines.Postgres__Superuser}@10.0.0.10:5000/postgres`
  expect(files.filter(({ name }) => name.endsWith('/administrator'))).toEqual([
    { name: 'app-1/pharmacy-relay/administrator', mode: 0o600, text: url },
  ])
  const patroni = textOf('db-2/patroni.yml')
  expect(patroni).toMatch(/slots:\n +relay_archive:\n +type: "physical"/)
  expect(patroni.match(/host replication relay_backup .*/g)).toEqual([
    'host replication relay_backup 10.0.0.11/32 scram-sha-256"',
    'host replication relay_backup 10.0.0.12/32 scram-sha-256"',
    'host replication relay_backup 10.0.0.10/32 scram-sha-256"',
  ])
})

test('patroni, etcd and NATS are told of each other', () => {
  const { textOf, secrets } = made()
  const patroni = textOf('db-2/patroni.yml')
  expect(patroni).toMatch(/name: "db-2"[^]*- "10\.0\.0\.43:2379"[^]*ttl: 20[^]*synchronous_mode: true/)
  expect(patroni).toContain(`username: "rewinder"\n      password: "${secrets.engines.Postgres__Rewind}"\n`)
  expect(textOf('vote-2/etcd.env')).toContain(
    'ETCD_INITIAL_CLUSTER="vote-1=http://10.0.0.41:2380,vote-2=http://10.0.0.42:2380,vote-3=http://10.0.0.43:2380"',
  )
  const nats = textOf('app-2/nats.conf')
  expect(nats).toMatch(/publish: \["relay\.v1\.>", "_INBOX\.>"\]/)
  expect(nats.match(/nats:\/\/routes:/g)).toHaveLength(2)
  expect(nats).not.toContain('jetstream')
})

test('each machine has a page with its commands in order', () => {
  const { textOf } = made()
  expect(textOf('README')).toMatch(/1\. etcd: vote-1[^]*2\. postgres: db-1[^]*5\. our programs: app-1 first/)
  expect(textOf('app-1/README')).toMatch(
    /1\. apt-get install nats-server[^]*relayctl init --admin[^]*relayctl start[^]*relayctl base/,
  )
  expect(textOf('app-2/README')).not.toContain('relayctl init')
})
