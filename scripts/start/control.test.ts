// The running demo's control socket with real processes behind it: names, answers, and who runs here already.
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { alreadyRunning } from './already-running.ts'
import { askDemo } from './control-client.ts'
import { controlSocketIn, serveControl, type DemoCommand } from './control.ts'
import { Supervisor } from './supervisor.ts'

const READY = "process.send({ kind: 'ready' }); setInterval(() => {}, 1000)"

function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'control-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A demo of one platform program and two agents. */
async function runningDemo() {
  const dataFolder = newFolder()
  const supervisor = new Supervisor(() => undefined)
  for (const name of ['portal', 'COUNTER-1', 'COUNTER-2']) {
    const folder = path.join(dataFolder, 'agents', name.toLowerCase())
    const environment = name === 'portal' ? {} : { Agent__DataFolder: folder }
    await supervisor.start({ name, args: ['-e', READY], environment, logFolder: dataFolder })
  }
  const stop = await serveControl({ dataFolder, portalUrl: 'http://127.0.0.1:5132', supervisor })
  onTestFinished(async () => void (await Promise.all([stop(), supervisor.stopAll([])])))
  const ask = async (command: DemoCommand['command'], name = '') => askDemo(dataFolder, { command, name })
  return { dataFolder, ask }
}

test('a computer is stopped and started by its name in any case, and what happened is said', async () => {
  const { ask } = await runningDemo()
  expect(await ask('stop', 'counter-2')).toEqual({ ok: true, text: 'COUNTER-2 stopped.' })
  expect(await ask('stop', 'counter-2')).toEqual({ ok: true, text: 'COUNTER-2 is already stopped.' })
  expect((await ask('list'))?.text).toMatch(/COUNTER-1 +pid \d+\nCOUNTER-2 +stopped/)
  expect(await ask('start', 'Counter-2')).toEqual({ ok: true, text: 'COUNTER-2 started.' })
  expect(await ask('start', 'Counter-2')).toEqual({ ok: true, text: 'COUNTER-2 is already running.' })
})

test('an unknown name, or none, is answered with the names to choose from', async () => {
  const { ask } = await runningDemo()
  const unclear = { ok: false, text: '"counter" names no single program. Say which: COUNTER-1, COUNTER-2.' }
  expect(await ask('stop', 'counter')).toEqual(unclear)
  expect((await ask('start', 'till-9'))?.text).toContain('Say which: portal, COUNTER-1, COUNTER-2.')
  expect((await ask('stop'))?.text).toBe('Say which: portal, COUNTER-1, COUNTER-2.')
})

test('the list says how to ask an agent itself', async () => {
  const { ask, dataFolder } = await runningDemo()
  const folder = path.join(dataFolder, 'agents/counter-1')
  expect((await ask('list'))?.text).toContain(`Agent__DataFolder='${folder}' npm run agent -- status`)
})

test('a second start is told which process runs here and where its portal is', async () => {
  const { dataFolder } = await runningDemo()
  expect(await alreadyRunning(dataFolder)).toContain(
    `already running (pid ${process.pid}; portal at http://127.0.0.1:5132)`,
  )
  expect(await alreadyRunning(newFolder())).toBeNull()
})

test('a demo that hangs is told as one that runs', async () => {
  const dataFolder = newFolder()
  const mute = net.createServer()
  await new Promise<void>((resolve) => mute.listen(controlSocketIn(dataFolder), resolve))
  onTestFinished(() => void mute.close())
  expect(await alreadyRunning(dataFolder)).toContain('already running (it does not answer)')
})
