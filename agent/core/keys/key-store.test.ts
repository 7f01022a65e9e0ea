// Each store with the system's own part where it is there, and named as skipped where it is not.
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { bestKeyStore, keyStoreOf } from './best-key-store.ts'
import type { KeyStore } from './key-store.ts'
import { systemdCreds } from './systemd-creds.ts'

const isRoot = process.getuid?.() === 0
const hasSystemdCreds = isRoot && existsSync('/usr/bin/systemd-creds')

function seals(store: KeyStore): void {
  for (const length of [32, 138, 4_096]) {
    const secret = randomBytes(length)
    const sealed = store.seal(secret, 'device.key')
    expect(Buffer.from(sealed).includes(secret)).toBe(false)
    expect(Buffer.compare(store.open(sealed, 'device.key'), secret)).toBe(0)
    expect(() => store.open(sealed, 'data.key')).toThrow()
  }
  expect(() => store.open(randomBytes(300), 'device.key')).toThrow()
}

describe('systemd-creds', () => {
  test.skipIf(!hasSystemdCreds)('seals and opens (needs root and systemd 250)', () => {
    seals(systemdCreds())
  })

  test.skipIf(!hasSystemdCreds)('says why it cannot open (needs root and systemd 250)', () => {
    const store = systemdCreds()
    const sealed = store.seal(Buffer.from('secret'), 'device.key')
    expect(() => store.open(sealed, 'data.key')).toThrow("name 'device.key' does not match")
  })

  test('is given 5 s, and ended then', () => {
    expect(() => systemdCreds(program('sleep 60')).seal(Buffer.from('secret'), 'x')).toThrow('ETIMEDOUT')
  })

  test('says what is wrong when it fails, answers too much, or is not there', () => {
    const seal = (name: string): void => void systemdCreds(name).seal(Buffer.from('secret'), 'x')
    expect(() => seal(program('cat >/dev/null; echo first >&2; echo no key >&2; exit 3'))).toThrow(
      'encrypt: no key',
    )
    expect(() => seal(program('cat >/dev/null; exit 3'))).toThrow('encrypt: code 3')
    expect(() => seal(program('cat >/dev/null; head -c 100000 /dev/zero'))).toThrow('ENOBUFS')
    expect(() => seal('/no/such/program')).toThrow('ENOENT')
  })
})

describe('the best store', () => {
  test.each([
    { platform: 'linux', isRoot: false, isSystemd: true },
    { platform: 'linux', isRoot: true, isSystemd: false },
    { platform: 'darwin', isRoot: true, isSystemd: false },
  ] as const)('is a file with %j', async (computer) => {
    expect((await bestKeyStore(silentLogger, computer)).kind).toBe('file')
  })

  test.skipIf(!hasSystemdCreds)(
    'is systemd for root under systemd (needs root and systemd 250)',
    async () => {
      const computer = { platform: 'linux', isRoot: true, isSystemd: true } as const
      expect((await bestKeyStore(silentLogger, computer)).kind).toBe('systemd-creds')
    },
  )

  test('is a file where systemd does not do it, and the log says so', async () => {
    const warnings: string[] = []
    const computer = { platform: 'linux', isRoot: true, isSystemd: true } as const
    const logger = { ...silentLogger, warn: (event: string) => void warnings.push(event) }
    const place = process.env['PATH']
    try {
      process.env['PATH'] = temporaryFolder()
      expect((await bestKeyStore(logger, computer)).kind).toBe('file')
    } finally {
      process.env['PATH'] = place
    }
    expect(warnings).toEqual(['keys.store-not-usable'])
  })
})

describe('DPAPI', () => {
  test.skipIf(process.platform !== 'win32')('seals and opens (needs Windows)', async () => {
    seals(await keyStoreOf('dpapi'))
  })

  test.skipIf(process.platform === 'win32')('is not looked for elsewhere', async () => {
    await expect(keyStoreOf('dpapi')).rejects.toThrow('it was made on Windows')
  })
})

function program(script: string): string {
  const file = path.join(temporaryFolder(), 'systemd-creds')
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}
