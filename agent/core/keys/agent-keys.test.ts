// The keys of an agent on a real disk: made once, opened again, never replaced, whole after a kill at any moment.
import { spawnSync } from 'node:child_process'
import { sign, verify, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import tls from 'node:tls'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { createJsonLogger } from '../logging/json-logger.ts'
import { openAgentKeys, type AgentKeys } from './agent-keys.ts'
import { createSealer } from './sealer.ts'
import { ranFor } from './test-kill.ts'

const INSTALL_ID = '5f6c8a52-3a51-4c9c-8a7e-0d4f6a1f9a11'
const NOW_MS = Date.UTC(2026, 10, 20, 9, 0)
const FILES = ['data.key', 'device.key']
const ROUNDS = 12

async function open(dataFolder: string, logger = silentLogger): Promise<AgentKeys> {
  return openAgentKeys({ dataFolder, installId: INSTALL_ID, nowMs: NOW_MS, logger })
}

async function problemOf(dataFolder: string): Promise<string> {
  try {
    await open(dataFolder)
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'state_conflict') return error.message
    throw error
  }
  throw new Error('it opened')
}

describe('the first start', () => {
  test('makes both files for this user only, and leaves no draft', async () => {
    const folder = temporaryFolder()
    await open(folder)
    expect(readdirSync(folder).sort()).toEqual(FILES)
    for (const name of FILES) expect(statSync(path.join(folder, name)).mode & 0o777, name).toBe(0o600)
  })

  test('makes a certificate of P-256 over ten years that is signed by itself', async () => {
    const { certificate } = await open(temporaryFolder())
    const seen = new X509Certificate(certificate.pem)
    expect(seen.subject).toBe(`CN=${INSTALL_ID}`)
    expect(seen.issuer).toBe(seen.subject)
    expect(seen.verify(seen.publicKey)).toBe(true)
    expect(seen.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
    expect(seen.validFromDate).toEqual(new Date('2026-11-20T09:00:00Z'))
    expect(seen.validToDate).toEqual(new Date('2036-11-20T09:00:00Z'))
    expect(seen.serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/)
    expect(seen.signatureAlgorithm).toBe('ecdsa-with-SHA256')
    expect(certificate.fingerprint).toBe(seen.fingerprint256.replaceAll(':', '').toLowerCase())
    expect(certificate.pem.length).toBeLessThan(1_000)
  })

  test('gives every device another key, certificate and serial number', async () => {
    const [one, two] = [await open(temporaryFolder()), await open(temporaryFolder())]
    expect(one.certificate.fingerprint).not.toBe(two.certificate.fingerprint)
    expect(one.dataKey.equals(two.dataKey)).toBe(false)
  })

  test('writes nothing of the keys to the log', async () => {
    let log = ''
    const keys = await open(
      temporaryFolder(),
      createJsonLogger((line) => void (log += line)),
    )
    expect(log.match(/keys\.made/g)).toHaveLength(2)
    expect(log).not.toContain(keys.dataKey.export().toString('base64'))
    expect(log).not.toContain('PRIVATE')
  })
})

describe('the next start', () => {
  test('opens the same keys and touches no file', async () => {
    const folder = temporaryFolder()
    const first = await open(folder)
    const bytes = FILES.map((name) => readFileSync(path.join(folder, name)))
    const sealed = createSealer(first.dataKey).seal(Buffer.from('label'), 'job')
    const second = await open(folder)
    expect(second.certificate.pem).toBe(first.certificate.pem)
    expect(Buffer.from(createSealer(second.dataKey).open(sealed, 'job')).toString()).toBe('label')
    const proof = sign('sha256', Buffer.from('challenge'), second.certificate.privateKey)
    const { publicKey } = new X509Certificate(first.certificate.pem)
    expect(verify('sha256', Buffer.from('challenge'), publicKey, proof)).toBe(true)
    expect(FILES.map((name) => readFileSync(path.join(folder, name)))).toEqual(bytes)
  })

  test('closes a file that others could read, and says so', async () => {
    const folder = temporaryFolder()
    await open(folder)
    chmodSync(path.join(folder, 'device.key'), 0o644)
    let log = ''
    await open(
      folder,
      createJsonLogger((line) => void (log += line)),
    )
    expect(statSync(path.join(folder, 'device.key')).mode & 0o777).toBe(0o600)
    expect(log).toContain('"event":"keys.were-readable"')
  })
})

test('two agents know each other by their fingerprints over TLS 1.3', async () => {
  const [here, there] = [await open(temporaryFolder()), await open(temporaryFolder())]
  const own = ({ certificate }: AgentKeys): tls.SecureContextOptions => ({
    cert: certificate.pem,
    key: certificate.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    minVersion: 'TLSv1.3',
  })
  const server = tls.createServer({ ...own(there), requestCert: true, rejectUnauthorized: false })
  onTestFinished(() => void server.close())
  const port = await listening(server)
  const accepted = new Promise<tls.TLSSocket>((resolve) => server.once('secureConnection', resolve))
  const client = tls.connect({ ...own(here), host: '127.0.0.1', port, rejectUnauthorized: false })
  onTestFinished(() => void client.destroy())
  await once(client, 'secureConnect')
  const seenBy = (socket: tls.TLSSocket): string | undefined =>
    socket.getPeerX509Certificate()?.fingerprint256.replaceAll(':', '').toLowerCase()
  expect(seenBy(client)).toBe(there.certificate.fingerprint)
  expect(seenBy(await accepted)).toBe(here.certificate.fingerprint)
})

describe('a key that cannot be used stops the start in words and stays as it is', () => {
  test.each(FILES)('%s with any byte flipped', async (name) => {
    const folder = temporaryFolder()
    await open(folder)
    const file = path.join(folder, name)
    const good = readFileSync(file)
    for (let at = 0; at < good.length; at += 1) {
      const flipped = Buffer.from(good)
      flipped[at] = (flipped[at] ?? 0) ^ 0x01
      writeFileSync(file, flipped)
      expect(await problemOf(folder), `byte ${at}`).toMatch(/is damaged and cannot be read|a newer agent/)
      expect(readFileSync(file)).toEqual(flipped)
    }
  })

  test.each(FILES)('%s cut short anywhere', async (name) => {
    const folder = temporaryFolder()
    await open(folder)
    const file = path.join(folder, name)
    const good = readFileSync(file)
    for (let length = 0; length < good.length; length += 1) {
      writeFileSync(file, good.subarray(0, length))
      expect(await problemOf(folder), `${length} bytes`).toContain('is damaged')
    }
  })

  test('names the file, what to do and what it costs', async () => {
    const folder = temporaryFolder()
    await open(folder)
    writeFileSync(path.join(folder, 'data.key'), 'something else')
    expect(await problemOf(folder)).toBe(
      `${folder}/data.key is damaged and cannot be read. To go on without it, move it away and start again: labels ` +
        "that were waiting can then not be read any more and have to be printed again from the pharmacy's program.",
    )
  })

  test("another key's file in its place", async () => {
    const [folder, other] = [temporaryFolder(), temporaryFolder()]
    await open(folder)
    await open(other)
    writeFileSync(path.join(folder, 'device.key'), readFileSync(path.join(other, 'data.key')))
    expect(await problemOf(folder)).toContain('device.key is damaged')
    writeFileSync(path.join(folder, 'device.key'), readFileSync(path.join(other, 'device.key')))
    writeFileSync(path.join(folder, 'data.key'), readFileSync(path.join(other, 'device.key')))
    expect(await problemOf(folder)).toContain('data.key is damaged')
  })

  test('a file too large to be a key', async () => {
    const folder = temporaryFolder()
    writeFileSync(path.join(folder, 'data.key'), Buffer.alloc(70_000))
    expect(await problemOf(folder)).toContain('data.key is damaged')
  })

  test.skipIf(process.getuid?.() !== 0)("another user's file (needs root to become one)", async () => {
    const folder = temporaryFolder()
    await open(folder)
    chmodSync(folder, 0o755)
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', startOf(folder)], {
      uid: 65_534,
      gid: 65_534,
      encoding: 'utf8',
    })
    expect(stderr).toMatch(/ProblemError: .*data\.key cannot be read: EACCES/)
  })
})

describe('a kill while the keys are made', () => {
  test('leaves whole files and no part of one, and the next start goes on', async () => {
    const wholeMs = await ranFor(startOf(temporaryFolder()), 30_000)
    const found: string[] = []
    let limitMs = 0
    for (let round = 0; round < ROUNDS || (new Set(found).size < 2 && round < 3 * ROUNDS); round += 1) {
      // A computer that is busier or less busy than at first makes all of them come too early or too late.
      if (round < ROUNDS) limitMs = (wholeMs * round) / (ROUNDS - 4)
      else limitMs *= found.includes('') ? 1.3 : 0.7
      const folder = temporaryFolder()
      await ranFor(startOf(folder), limitMs)
      const made = FILES.filter((name) => existsSync(path.join(folder, name)))
      const before = made.map((name) => readFileSync(path.join(folder, name)))
      const { certificate } = await open(folder)
      expect(new X509Certificate(certificate.pem).checkPrivateKey(certificate.privateKey)).toBe(true)
      expect(made.map((name) => readFileSync(path.join(folder, name)))).toEqual(before)
      expect(readdirSync(folder).sort()).toEqual(FILES)
      found.push(made.join('+'))
    }
    // Kills that all came too early or all too late would prove nothing.
    expect(new Set(found).size, found.join(' ')).toBeGreaterThan(1)
  })

  test('a draft of any length is not taken for a key', async () => {
    const whole = temporaryFolder()
    await open(whole)
    const bytes = readFileSync(path.join(whole, 'data.key'))
    for (const length of [0, 1, 90, bytes.length - 1, bytes.length]) {
      const folder = temporaryFolder()
      writeFileSync(path.join(folder, 'data.key.new'), bytes.subarray(0, length), { mode: 0o600 })
      await open(folder)
      expect(readFileSync(path.join(folder, 'data.key'))).not.toEqual(bytes)
      expect(readdirSync(folder).sort()).toEqual(FILES)
    }
  })
})

/** A process that opens the keys of a folder. */
function startOf(dataFolder: string): string {
  const module = JSON.stringify(new URL('agent-keys.ts', import.meta.url).href)
  const logger = JSON.stringify(new URL('../../../shared/logger.ts', import.meta.url).href)
  return `const { openAgentKeys } = await import(${module})
    const { silentLogger } = await import(${logger})
    process.stdout.write('now')
    const parts = { installId: '${INSTALL_ID}', nowMs: ${NOW_MS}, logger: silentLogger }
    await openAgentKeys({ ...parts, dataFolder: ${JSON.stringify(dataFolder)} })`
}
