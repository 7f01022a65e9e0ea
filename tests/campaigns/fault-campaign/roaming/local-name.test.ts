// Multicast DNS between two computers in network namespaces: found at a new address, and in a network that was away.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeNetworks, missingForNamespaces, type Networks } from './networks.ts'

const FINGERPRINT = 'ab'.repeat(32)
const FILES = ['../../../../scripts/run.cjs', 'test/local-name-program.ts'].map((file) =>
  path.join(import.meta.dirname, file),
)

async function answering(): Promise<Networks> {
  const networks = makeNetworks()
  onTestFinished(() => networks.remove())
  const [command = '', ...args] = networks.within('printer')
  const all = [...args, process.execPath, ...FILES, 'answer', FINGERPRINT]
  const child = spawn(command, all, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  onTestFinished(() => void child.kill())
  await once(child, 'message')
  return networks
}

async function ask(networks: Networks, fingerprint = FINGERPRINT): Promise<unknown> {
  const [command = '', ...args] = networks.within('client')
  const all = [...args, process.execPath, ...FILES, 'ask', fingerprint]
  const { stdout } = await promisify(execFile)(command, all, { timeout: 20_000 })
  return JSON.parse(stdout)
}

const without = (address: string): string => address.split('/')[0] ?? ''

// As root on Linux with iproute2.
describe.skipIf(missingForNamespaces() !== null)('A PrinterComputer', () => {
  test('is found by who knows its fingerprint, also at its next address; by nobody else', async () => {
    const networks = await answering()
    expect(await ask(networks)).toContain('10.77.1.2')
    const address = networks.moveLan('printer')
    networks.moveLan('client')
    expect(await ask(networks)).toContain(without(address))
    expect(await ask(networks, 'cd'.repeat(32))).toEqual([])
  })

  test('is found again in a network that was away, with the address of before', async () => {
    const networks = await answering()
    const [, , , printer = ''] = networks.within('printer')
    const [, , , client = ''] = networks.within('client')
    const ip = (text: string): void => void execFileSync('ip', text.split(' '))
    ip(`-netns ${printer} link del lan0`)
    // Longer than between two looks at the networks that there are.
    await delay(6_000)
    ip(`link add lan0 netns ${printer} type veth peer name lan0 netns ${client}`)
    for (const [name, address] of [
      [printer, '10.77.1.2/16'],
      [client, '10.77.2.2/16'],
    ]) {
      ip(`-netns ${name} addr add ${address} dev lan0`)
      ip(`-netns ${name} link set lan0 up`)
    }
    await expect.poll(async () => ask(networks)).toContain('10.77.1.2')
  })
})
