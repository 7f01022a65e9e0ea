// Claims the path of the control socket: replaces what a dead agent left, refuses a living one, sets who may connect.
import { chmodSync, chownSync, lstatSync, readFileSync, unlinkSync } from 'node:fs'
import net from 'node:net'
import { userInfo } from 'node:os'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

/** Members may use the command line and the tray. Where it does not exist, only the agent's own user may. */
export const CONTROL_GROUP = 'pharmacy-relay'
/** The service's account on macOS; people are put into its group, which is in a directory and in no file. Never run there. */
export const MAC_ACCOUNT = '_pharmacyrelay'
/** `sun_path` less its final zero. */
const MAX_PATH_BYTES = process.platform === 'darwin' ? 103 : 107
const PROBE_TIMEOUT_MS = 1_000

/** Listens on the path. Throws ProblemError state_conflict when the path is in use, too long, or not a socket. */
export async function listenOnFile(server: net.Server, path: string): Promise<void> {
  if (isPipe(path)) return listen(server, path)
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    throw conflict(
      path,
      `its path is longer than ${MAX_PATH_BYTES} bytes; set Agent__ControlSocket to a shorter one`,
    )
  }
  await removeStale(path)
  await listenPrivately(server, path)
  openToGroup(path)
}

async function removeStale(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isSocket()) throw conflict(path, 'there is something else at that path')
  if (await isAlive(path))
    throw conflict(
      path,
      'another agent answers there; one is enough for a computer, and "agent stop" ends it',
    )
  unlinkSync(path)
}

async function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.connect(path)
    const done = (alive: boolean): void => {
      probe.destroy()
      resolve(alive)
    }
    // One that accepts nobody is busy, not dead.
    probe.setTimeout(PROBE_TIMEOUT_MS, () => done(true))
    probe.on('connect', () => done(true))
    probe.on('error', (error: NodeJS.ErrnoException) => done(error.code !== 'ECONNREFUSED'))
  })
}

// The file gets its mode when it is made; a chmod afterwards would leave a moment in which anybody may connect.
async function listenPrivately(server: net.Server, path: string): Promise<void> {
  const before = process.umask(0o177)
  try {
    // The file exists when listen() returns, before its event.
    const listening = listen(server, path)
    process.umask(before)
    await listening
  } finally {
    process.umask(before)
  }
}

async function listen(server: net.Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(conflict(path, error.message, error))
    server.once('error', fail)
    server.listen(path, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

function openToGroup(path: string): void {
  const group = process.platform === 'darwin' ? macGroup() : groupId(CONTROL_GROUP)
  if (group === null) return
  try {
    chownSync(path, -1, group)
    chmodSync(path, 0o660)
  } catch {
    // An agent whose user is not in the group may not hand its socket to it; it stays private.
  }
}

function macGroup(): number | null {
  return userInfo().username === MAC_ACCOUNT ? (process.getgid?.() ?? null) : null
}

function groupId(name: string): number | null {
  try {
    const line = readFileSync('/etc/group', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`))
    const id = line?.split(':')[2]
    return id === undefined ? null : Number(id)
  } catch {
    return null
  }
}

function isPipe(path: string): boolean {
  return path.startsWith('\\\\')
}

function conflict(path: string, reason: string, cause?: unknown): ProblemError {
  return new ProblemError('state_conflict', `The control socket ${path} cannot be used: ${reason}`, { cause })
}
