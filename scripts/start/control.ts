// The running demo's control socket, `.data/demo.sock`: `npm run demo -- stop COUNTER-1` and its like.
import { chmodSync, rmSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { readLine, toLine } from './line.ts'
import { findProgram } from './program-name.ts'
import { socketPath } from './socket-path.ts'
import type { ProgramStart } from './child-program.ts'
import type { Supervisor } from './supervisor.ts'

export const DemoCommand = z.strictObject({
  command: z.enum(['about', 'list', 'stop', 'start']),
  name: z.string().max(64).default(''),
})
export type DemoCommand = z.infer<typeof DemoCommand>
export const DemoAnswer = z.strictObject({ ok: z.boolean(), text: z.string() })
export type DemoAnswer = z.infer<typeof DemoAnswer>

export const controlSocketIn = (dataFolder: string): string => socketPath(path.join(dataFolder, 'demo.sock'))

export interface ControlParts {
  readonly dataFolder: string
  readonly portalUrl: string
  readonly supervisor: Supervisor
}

/** Listens for one command per connection, from this user only. Returns how to stop. */
export async function serveControl(parts: ControlParts): Promise<() => Promise<void>> {
  const { dataFolder } = parts
  const file = controlSocketIn(dataFolder)
  rmSync(file, { force: true })
  const server = net.createServer((socket) => {
    void readLine(socket)
      .then((line) => obey(parts, DemoCommand.parse(JSON.parse(line))))
      .catch((error: unknown) => ({
        ok: false,
        text: error instanceof Error ? error.message : 'not understood',
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

async function obey(
  { supervisor, portalUrl }: ControlParts,
  { command, name }: DemoCommand,
): Promise<DemoAnswer> {
  if (command === 'about') return { ok: true, text: `pid ${process.pid}; portal at ${portalUrl}` }
  if (command === 'list') return { ok: true, text: listText(supervisor) }
  const names = supervisor.programs().map(({ start }) => start.name)
  const found = findProgram(names, name)
  if ('candidates' in found) {
    const text = name === '' ? 'Say which' : `"${name}" names no single program. Say which`
    return { ok: false, text: `${text}: ${found.candidates.join(', ')}.` }
  }
  return { ok: true, text: await stopOrStart(supervisor, command, found.name) }
}

async function stopOrStart(supervisor: Supervisor, command: 'stop' | 'start', name: string): Promise<string> {
  if (command === 'stop')
    return (await supervisor.stop(name)) ? `${name} stopped.` : `${name} is already stopped.`
  return (await supervisor.startAgain(name)) ? `${name} started.` : `${name} is already running.`
}

function listText(supervisor: Supervisor): string {
  const programs = supervisor.programs()
  const lines = programs.map(
    ({ start, pid }) => `${start.name.padEnd(14)} ${pid === null ? 'stopped' : `pid ${pid}`}`,
  )
  const example = programs.map(({ start }) => agentCommand(start)).find((command) => command !== null)
  return example === undefined
    ? lines.join('\n')
    : [
        ...lines,
        '',
        "Ask an agent itself, by its data folder (the computer's name in small letters):",
        example,
      ].join('\n')
}

/** Null for what is no agent. The socket is named where it is not in the data folder, because that path is too long. */
function agentCommand({ environment }: ProgramStart): string | null {
  const { Agent__DataFolder: folder, Agent__ControlSocket: socket } = environment
  if (folder === undefined) return null
  const usual = socket === undefined || socket === path.join(folder, 'agent.sock')
  const other = usual ? '' : `Agent__ControlSocket='${socket}' `
  return `  ${other}Agent__DataFolder='${folder}' npm run agent -- status`
}
