// A pseudo-terminal of the system, by its own calls: its file for a program, and its other end as a stream of this process.
import { closeSync, constants, openSync } from 'node:fs'
import tty from 'node:tty'
import koffi from 'koffi'

/** Windows and macOS have other names for its calls. */
export const hasPseudoTerminals = process.platform === 'linux'

export interface PseudoTerminal {
  /** `/dev/pts/7`. */
  readonly file: string
  /** What a program writes into the file, and the other way round. Not read until somebody listens. */
  readonly stream: tty.ReadStream
  /** Bytes that came from the program's side and the stream has not taken, as far as they cannot be thrown away any more. */
  unread(): number
  /** The file is gone then, also for who has it open. */
  close(): void
}

/** Linux: how much can be read. */
const FIONREAD = 0x54_1b
const NAME_BYTES = 128
/** More than any system's `struct termios`. */
const TERMIOS_BYTES = 256
const OPEN = constants.O_RDWR | constants.O_NOCTTY

/** Raw from the start. Linux only; throws Error where the system gives none. */
export function openPseudoTerminal(): PseudoTerminal {
  const { posix_openpt, grantpt, unlockpt, ptsname_r, tcgetattr, tcsetattr, cfmakeraw, ioctl } = calls()
  const ours = posix_openpt(OPEN)
  const name = Buffer.alloc(NAME_BYTES)
  for (const result of [ours, grantpt(ours), unlockpt(ours), ptsname_r(ours, name, NAME_BYTES)])
    if (result < 0) throw new Error('the system gives no pseudo-terminal')
  const file = name.toString('latin1').split('\0')[0] ?? ''
  // Held open: without it the stream would fail whenever a program closes the file.
  const held = openSync(file, OPEN)
  const termios = Buffer.alloc(TERMIOS_BYTES)
  tcgetattr(held, termios)
  cfmakeraw(termios)
  tcsetattr(held, 0, termios)
  const stream = new tty.ReadStream(ours)
  // A write into a file that is being closed.
  stream.on('error', () => undefined)
  return {
    file,
    stream,
    unread: () => {
      const bytes = Buffer.alloc(4)
      ioctl(ours, FIONREAD, bytes)
      return stream.readableLength + bytes.readInt32LE()
    },
    close: () => {
      stream.destroy()
      closeSync(held)
    },
  }
}

let loaded: ReturnType<typeof load> | null = null

function calls(): ReturnType<typeof load> {
  loaded ??= load()
  return loaded
}

function load() {
  const libc = koffi.load(null)
  const int = (declaration: string) => libc.func(declaration) as (...args: readonly unknown[]) => number
  return {
    posix_openpt: int('int posix_openpt(int flags)'),
    grantpt: int('int grantpt(int fd)'),
    unlockpt: int('int unlockpt(int fd)'),
    ptsname_r: int('int ptsname_r(int fd, _Out_ uint8_t *name, size_t bytes)'),
    tcgetattr: int('int tcgetattr(int fd, _Out_ uint8_t *termios)'),
    tcsetattr: int('int tcsetattr(int fd, int when, _In_ uint8_t *termios)'),
    ioctl: int('int ioctl(int fd, unsigned long request, _Out_ uint8_t *value)'),
    cfmakeraw: int('void cfmakeraw(_Inout_ uint8_t *termios)'),
  }
}
