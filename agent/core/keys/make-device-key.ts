// Has a key pair and its certificate made: by a process of its own in the built agent, in this process from source.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { NewDeviceKey, type NewDevice } from './device-certificate.ts'

const PROGRAM = new URL('./device-key-maker.mjs', import.meta.url)
const MAKING_LIMIT_MS = 30_000

/** Takes 0.2 to 1 s in a process of its own. Throws Error when that fails or has not answered after 30 s. */
export async function makeDeviceKey(device: NewDevice): Promise<NewDeviceKey> {
  // The build puts the word in, and leaves the library of the other branch out.
  if (process.env['AGENT_IS_BUILT'] !== 'yes') {
    const { newDeviceKey } = await import('./new-device-key.ts')
    return await newDeviceKey(device)
  }
  return await madeApart(device)
}

async function madeApart(device: NewDevice): Promise<NewDeviceKey> {
  const maker = fork(fileURLToPath(PROGRAM), {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    timeout: MAKING_LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  maker.once('message', resolve)
  maker.on('error', reject)
  maker.once('exit', (code, signal) => reject(new Error(`what makes it ended with ${signal ?? code}`)))
  maker.send(device, (error) => void (error !== null && reject(error)))
  return NewDeviceKey.parse(await promise)
}
