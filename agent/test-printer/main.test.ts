// The program: starts by flags and environment, prints what it is sent, ends when told, refuses wrong settings.
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import path from 'node:path'
import tls from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')
const LABEL = '^XA^FDx^FS^XZ'

function program(args: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn(process.execPath, ['scripts/run.cjs', 'agent/test-printer/main.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function said(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk)
    const match = pattern.exec(text)
    if (match !== null) return match
  }
  throw new Error(`not said: ${text}`)
}

test('started by flags and environment it prints a label, and SIGTERM ends it with code 0', async () => {
  const child = program(['--raw-port', '0', '--http-port', '0'], { TestPrinter__Name: 'Counter' })
  const text = await said(child, /Counter: labels on 127\.0\.0\.1:(\d+), page on (http:\S+)\n/)
  const sender = connect(Number(text[1]), '127.0.0.1')
  sender.end(LABEL)
  await once(sender.resume(), 'close')
  const labels = await (await fetch(`${text[2]}/labels`)).json()
  expect(labels).toMatchObject([{ n: 1, bytes: LABEL.length }])
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('with a port within TLS it tells the certificate, which is made at the start, and prints there too', async () => {
  const child = program(['--raw-port', '0', '--tls-port', '0', '--http-port', '0'])
  const text = await said(child, /, within TLS on (\d+) \(SHA-256 ([0-9a-f]{64})\), page on (http:\S+)\n/)
  const sender = tls.connect({ host: '127.0.0.1', port: Number(text[1]), rejectUnauthorized: false })
  await once(sender, 'secureConnect')
  const { raw } = sender.getPeerX509Certificate() ?? { raw: '' }
  expect(createHash('sha256').update(raw).digest('hex')).toBe(text[2])
  sender.end(LABEL)
  await once(sender.resume(), 'close')
  expect(await (await fetch(`${text[3]}/labels`)).json()).toMatchObject([{ n: 1, bytes: LABEL.length }])
  expect(await (await fetch(`${text[3]}/`)).text()).toContain(text[2])
})

test.each([
  [['--http-host', '0.0.0.0'], 1, 'must be a loopback address'],
  [['--tls-port', 'on'], 1, 'TestPrinter__TlsPort=on'],
  [['--raw-port', '70000'], 1, 'TestPrinter__RawPort=70000'],
  [['--colour', 'red'], 2, '--colour'],
  [['now'], 2, '--help'],
] as const)('%o is refused in words with code %i', async (args, code, text) => {
  const child = program(args)
  let fault = ''
  child.stderr?.on('data', (chunk) => (fault += String(chunk)))
  expect(await once(child, 'close')).toEqual([code, null])
  expect(fault).toMatch(/^test-printer: /)
  expect(fault).toContain(text)
  expect(fault).not.toContain('    at ')
})
