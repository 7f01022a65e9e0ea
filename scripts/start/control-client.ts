// Asks the demo that runs on a data folder one thing over its control socket.
import net from 'node:net'
import { DemoAnswer, controlSocketIn, type DemoCommand } from './control.ts'
import { readLine, toLine } from './line.ts'

const NOBODY = new Set(['ENOENT', 'ECONNREFUSED'])

/** Null when nothing runs on that folder. Throws when what runs there does not answer within `limitMs`. */
export async function askDemo(
  dataFolder: string,
  command: DemoCommand,
  limitMs?: number,
): Promise<DemoAnswer | null> {
  const socket = net.connect(controlSocketIn(dataFolder))
  socket.on('connect', () => socket.write(toLine(command)))
  try {
    return DemoAnswer.parse(JSON.parse(await readLine(socket, limitMs)))
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOBODY.has(String(error.code))) return null
    throw error
  } finally {
    socket.destroy()
  }
}
