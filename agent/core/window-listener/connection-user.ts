// Which user of this computer is at the other end of a connection to the listener. A link stands in the arguments of the browser
// that opens it, where every user of the computer can read it; it is good for the user who asked for it.
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { userIdIn } from '../control/socket-user.ts'

/** Open connections with the user of each, proc_pid_net(5); a browser's socket may be of either family. */
const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6']
/** 127.0.0.1 as they write it, also within ::ffff:127.0.0.1. */
const LOOPBACK = '0100007F'
const COLUMN = { local: 1, remote: 2, user: 7 }
const ROOT = 0

/**
 * Whether that visitor may use a link that `who` asked for. Root's is good for everybody: it is handed on to a person. So
 * is each where the system does not tell users. Never throws.
 */
export async function mayUse(who: string, { localPort, remotePort }: Socket): Promise<boolean> {
  const user = userIdIn(who)
  if (user === null || user === ROOT || process.platform !== 'linux') return true
  const tables = await Promise.all(TABLES.map(async (file) => readFile(file, 'utf8').catch(() => '')))
  if (tables.every((table) => table === '')) return true
  const local = placeOf(remotePort)
  const remote = placeOf(localPort)
  return tables.some((table) =>
    table.split('\n').some((line) => {
      const columns = line.trim().split(/\s+/)
      return (
        columns[COLUMN.local]?.endsWith(local) === true &&
        columns[COLUMN.remote]?.endsWith(remote) === true &&
        columns[COLUMN.user] === String(user)
      )
    }),
  )
}

function placeOf(port: number | undefined): string {
  return `${LOOPBACK}:${(port ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
