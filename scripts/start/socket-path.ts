// Where a control socket lies: beside its data, or in the temporary folder when that path is too long for a socket.
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'

// sockaddr_un.sun_path holds 108 bytes on Linux and 104 on macOS, with a closing zero.
const MAX_SOCKET_PATH_BYTES = 103

/** The same answer for the same file, so that both ends find each other. On Windows a named pipe. */
export function socketPath(file: string): string {
  const name = createHash('sha256').update(file).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\pharmacy-relay-${name}`
  return Buffer.byteLength(file) <= MAX_SOCKET_PATH_BYTES
    ? file
    : path.join(tmpdir(), `pharmacy-relay-${name}.sock`)
}
