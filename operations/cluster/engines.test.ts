// The engines themselves read what was made for them. Each test is skipped by name where its engine is not installed.
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { makeOwnCertificate } from '@pharmacy-relay/relay-server/sms-provider/certificate.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { confLines } from '../machine/config-file.ts'
import { clusterSecrets } from './cluster-secrets.ts'
import { madeFiles } from './made-files.ts'
import { inventoryWith } from './test-inventory.ts'
import { writeMade } from './write-made.ts'

const HAPROXY = '/usr/sbin/haproxy'
const PATRONI = '/usr/bin/patroni'
const NATS = '/usr/sbin/nats-server'
const ETCD = '/usr/bin/etcd'
const run = promisify(execFile)
const Words = z.object({ stderr: z.string() })

/** A folder with certificates, and what is made of the page's inventory with those changes. */
async function made(changes: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cluster-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const tls = path.join(folder, 'tls')
  mkdirSync(tls)
  const { cert, key } = await makeOwnCertificate(new Date())
  const files = { 'relay.pem': cert + key, 'tls/cert.pem': cert, 'tls/key.pem': key, 'tls/ca.pem': cert }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  const places = { Cluster__Certificate: `${folder}/relay.pem`, Cluster__NatsTls: tls, ...changes }
  const inventory = inventoryWith(places)
  const all = madeFiles(inventory, clusterSecrets(inventory, path.join(folder, 'secrets')))
  writeMade(folder, all, all)
  return folder
}

describe.skipIf(!existsSync(HAPROXY))('haproxy (needs haproxy: npm run tools)', () => {
  test('takes what was made, without a warning', async () => {
    const folder = await made()
    const { stderr } = await run(HAPROXY, ['-c', '-f', path.join(folder, 'front-1/haproxy.cfg')])
    expect(stderr).toBe('')
  })
})

describe.skipIf(!existsSync(NATS))('NATS (needs nats-server: npm run tools)', () => {
  test('takes what was made', async () => {
    const folder = await made()
    const { stdout, stderr } = await run(NATS, ['-t', '-c', path.join(folder, 'app-1/nats.conf')])
    expect(stdout + stderr).toContain('is valid')
  })
})

describe.skipIf(!existsSync(PATRONI))('patroni (needs patroni: npm run tools -- --failovers)', () => {
  test('takes what was made; the access rules are not of the bootstrap alone', async () => {
    const folder = await made({
      'Machine__db-1': '127.0.0.31 postgres',
      Cluster__PostgresFolder: path.join(os.tmpdir(), 'relay-none-here'),
      Cluster__PostgresPort: String(await freePort()),
      Cluster__PatroniPort: String(await freePort()),
    })
    const checked = run(PATRONI, ['--validate-config', path.join(folder, 'db-1/patroni.yml')])
    const { stderr } = await checked.catch((error: unknown) => Words.parse(error))
    const lines = stderr.split('\n').filter((line) => line !== '')
    expect(lines).toEqual(['bootstrap.pg_hba  is not defined.'])
  })
})

describe.skipIf(!existsSync(ETCD))('etcd (needs etcd-server: npm run tools -- --failovers)', () => {
  test('starts with what was made, and answers', async () => {
    const folder = await made()
    const environment = Object.fromEntries(
      confLines(await etcdAlone(folder)).map(({ name, value }) => [name, value]),
    )
    const etcd = spawn(ETCD, [], { env: { PATH: process.env['PATH'], ...environment }, stdio: 'ignore' })
    onTestFinished(() => void etcd.kill('SIGKILL'))
    await until('etcd answers', async () => {
      const reply = await fetch(`${environment['ETCD_LISTEN_CLIENT_URLS']}/health`).catch(() => null)
      return reply !== null && (await reply.text()).includes('true')
    })
  })
})

/** Of an inventory in which one machine of loopback has the only vote. */
async function etcdAlone(folder: string): Promise<string> {
  const inventory = inventoryWith({
    'Machine__vote-1': '127.0.0.41 etcd',
    'Machine__vote-2': null,
    'Machine__vote-3': null,
    Cluster__EtcdFolder: path.join(folder, 'etcd'),
    Cluster__EtcdPort: String(await freePort()),
    Cluster__EtcdPeerPort: String(await freePort()),
  })
  const files = madeFiles(inventory, clusterSecrets(inventory, path.join(folder, 'secrets')))
  return files.find(({ name }) => name === 'vote-1/etcd.env')?.text ?? ''
}
