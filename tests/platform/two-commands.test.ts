// What `npm start` promises: it says where to look, ends within 5 s without leaving a process, keeps data, names busy ports.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { processesOf, startDemo, waitUntil, type RunningDemo } from '../running-demo.ts'

const LIMIT_MS = 120_000

describe('npm start', { timeout: LIMIT_MS }, () => {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'relay-two-commands-'))
  let running: RunningDemo
  beforeAll(async () => {
    running = await startDemo({ platformOnly: false, dataFolder, environment: {} })
  }, LIMIT_MS)
  afterAll(() => rmSync(dataFolder, { recursive: true, force: true }))

  it('prints where to look and how to sign in, and writes the same for its owner only', () => {
    const file = path.join(dataFolder, 'demo.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const admin = running.demo.users.find((user) => user.role === 'Admin')
    expect(running.output()).toContain(`${running.demo.portalUrl}/relay`)
    expect(running.output()).toContain(admin?.password)
    const names = running.demo.pharmacies.map((pharmacy) =>
      pharmacy.computers.map((computer) => computer.computerName),
    )
    expect(names).toEqual([
      ['COUNTER-1', 'COUNTER-2', 'DISPENSARY'],
      ['FRONT-DESK', 'BACK-OFFICE'],
    ])
  })

  it('is told to whoever starts it a second time in the same folder, before any port is looked at', async () => {
    const { environment } = running
    const second = startDemo({ platformOnly: false, dataFolder, environment })
    const words = `already running (pid ${running.pid}; portal at ${running.demo.portalUrl})`
    await expect(second).rejects.toThrow(words)
    await expect(second).rejects.not.toThrow('in use')
  })

  it('ends on Ctrl-C within 5 s and leaves no process', async () => {
    const startedAt = performance.now()
    running.kill('SIGINT')
    expect(await running.ended).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(running.output()).toMatch(/Stopping\.\nStopped\.\n$/)
    expect(processesOf(dataFolder)).toEqual([])
  })

  it('keeps users, passwords and pharmacies when started again, and leaves no process when it is killed with -9', async () => {
    const before: unknown = JSON.parse(readFileSync(path.join(dataFolder, 'demo.json'), 'utf8'))
    const again = await startDemo({ platformOnly: false, dataFolder, environment: running.environment })
    expect(JSON.parse(readFileSync(path.join(dataFolder, 'demo.json'), 'utf8'))).toEqual(before)
    expect(processesOf(dataFolder).length).toBeGreaterThan(9)
    again.kill('SIGKILL')
    await again.ended
    await waitUntil(
      () => processesOf(dataFolder).length === 0,
      10_000,
      () => processesOf(dataFolder).join(' '),
    )
  })
})

describe('npm start on a busy port', () => {
  it('names the port and the setting that changes it, and starts nothing', async () => {
    const holder = net.createServer()
    await new Promise<void>((resolve) => holder.listen({ host: '127.0.0.1', port: 0 }, resolve))
    const address = holder.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const dataFolder = mkdtempSync(path.join(tmpdir(), 'relay-busy-'))
    const start = startDemo({ platformOnly: true, dataFolder, environment: { Store__Port: String(port) } })
    await expect(start).rejects.toThrow(new RegExp(`${port}, is in use[^]*Store__Port=<port>`))
    expect(existsSync(path.join(dataFolder, 'store'))).toBe(false)
    holder.close()
    rmSync(dataFolder, { recursive: true, force: true })
  })
})
