// How label programs reach an agent in Wine: as they would on Windows, whose kernel resets the connections of a killed process.
//
// Wine's sockets are Linux' own, which end a killed process's connections with a clean FIN: our word for a label on the disk
// (agent/core/intake). Here a FIN is passed on only after the process that ended the connection has said that it lives.
import { once } from 'node:events'
import net from 'node:net'

interface Place {
  readonly host: string
  readonly port: number
}

export interface FrontParts {
  readonly at: Place
  readonly agent: Place
  /** Answers with which process of the agent lives (windows-hooks.ts). */
  readonly lifePort: number
}

/** Longer than a busy computer lets a living process wait. */
const LIFE_MS = 60_000

export async function windowsFront({ at, agent, lifePort }: FrontParts): Promise<net.Server> {
  const server = net.createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true }, (program) => {
    program.on('error', () => undefined)
    void joined(program, agent, lifePort).catch(() => program.resetAndDestroy())
  })
  server.listen(at)
  await once(server, 'listening')
  return server
}

async function joined(program: net.Socket, agent: Place, lifePort: number): Promise<void> {
  const life = await lifeAt(lifePort)
  if (life === null) return void program.resetAndDestroy()
  const inside = net.connect({ ...agent, allowHalfOpen: true, noDelay: true })
  program.on('error', () => inside.resetAndDestroy()).on('close', () => inside.destroy())
  inside.on('error', () => program.resetAndDestroy())
  inside.on('data', (bytes: Buffer) => program.write(bytes))
  program.pipe(inside)
  await once(inside, 'end')
  if ((await lifeAt(lifePort)) === life) program.end()
  else program.resetAndDestroy()
}

/** Null when none lives. Throws when one neither answers nor ends. */
async function lifeAt(port: number): Promise<string | null> {
  const asked = net.connect({ host: '127.0.0.1', port })
  const { promise, resolve, reject } = Promise.withResolvers<string | null>()
  asked.setTimeout(LIFE_MS, () => reject(new Error('the agent neither answers nor ends')))
  asked
    .on('data', (life: Buffer) => resolve(life.toString()))
    .on('error', () => resolve(null))
    .on('close', () => resolve(null))
  return promise.finally(() => asked.destroy())
}
