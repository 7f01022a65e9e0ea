// The running demo's control socket, `.data/demo.sock`: `npm run demo -- stop COUNTER-1` and its like.
import { chmodSync, rmSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { readLine, toLine } from './line.ts'
import { socketPath } from './socket-path.ts'
import type { Supervisor } from './supervisor.ts'

export const DemoCommand = z.strictObject({
  command: z.enum(['list', 'stop', 'start']),
  name: z.string().max(64).default(''),
})
export type DemoCommand = z.infer<typeof DemoCommand>
export const DemoAnswer = z.strictObject({ ok: z.boolean(), words: z.string() })
export type DemoAnswer = z.infer<typeof DemoAnswer>

export const controlSocketIn = (dataFolder: string): string => socketPath(path.join(dataFolder, 'demo.sock'))

/** Listens for one command per connection, from this user only. Returns how to stop. */
export async function serveControl(dataFolder: string, supervisor: Supervisor): Promise<() => Promise<void>> {
  const file = controlSocketIn(dataFolder)
  rmSync(file, { force: true })
  const server = net.createServer((socket) => {
    void readLine(socket)
      .then((line) => obey(supervisor, DemoCommand.parse(JSON.parse(line))))
      .catch((error: unknown) => ({
        ok: false,
        words: error instanceof Error ? error.message : 'not understood',
      }))
      .then((answer: DemoAnswer) => socket.end(toLine(answer)))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(file, resolve)
  })
  if (process.platform !== 'win32') chmodSync(file, 0o600)
  return () => new Promise((resolve) => server.close(() => resolve()))
}

async function obey(supervisor: Supervisor, { command, name }: DemoCommand): Promise<DemoAnswer> {
  if (command === 'list') {
    const lines = supervisor.running().map((program) => `${program.name.padEnd(14)} pid ${program.pid}`)
    return { ok: true, words: lines.join('\n') }
  }
  const done = command === 'stop' ? await supervisor.stop(name) : await supervisor.startAgain(name)
  if (done) return { ok: true, words: command === 'stop' ? `${name} is stopped.` : `${name} is running.` }
  const names = supervisor.running().map((program) => program.name)
  return {
    ok: false,
    words: `${name} cannot be ${command === 'stop' ? 'stopped' : 'started'} now. Running: ${names.join(', ')}.`,
  }
}
