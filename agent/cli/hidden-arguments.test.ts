// A pairing code on the command line is in no list of programs while the command waits for its answer.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../test/temporary-folder.ts'

const PROGRAM = path.resolve(import.meta.dirname, '../../scripts/run.cjs')
const MAIN = path.resolve(import.meta.dirname, 'main.ts')

test.skipIf(process.platform !== 'linux')('agent pair hides its code from other users', async () => {
  const dataFolder = temporaryFolder()
  const asked = Promise.withResolvers<void>()
  const agent = net.createServer((connection) => {
    connection.on('error', () => undefined)
    connection.once('data', () => asked.resolve())
  })
  const controlSocket = path.join(dataFolder, 'agent.sock')
  await new Promise<void>((resolve) => agent.listen(controlSocket, resolve))
  const env = { ...process.env, Agent__DataFolder: dataFolder, Agent__ControlSocket: controlSocket }
  const child = spawn(process.execPath, [PROGRAM, MAIN, 'pair', 'BCDF-GHJK'], { env, stdio: 'ignore' })
  onTestFinished(() => {
    child.kill('SIGKILL')
    agent.close()
  })
  await asked.promise
  const text = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  expect(text).not.toContain('GHJK')
  expect(text).toContain('agent')
})
