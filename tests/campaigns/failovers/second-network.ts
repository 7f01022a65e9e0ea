// A network of its own for a second machine: its programs listen at the same ports of loopback as those of the first one.
//
//   this computer .9 .10 .21 .31 .32 .41 ════ .22 the second machine      a private /24, chosen by this process
import { execFileSync } from 'node:child_process'
import { programPath } from '../bench/print/programs.ts'

export interface SecondNetwork {
  /** `10.231.7.`: this computer has each address of it but that of the second machine. */
  readonly base: string
  /** In front of a program that runs on the second machine. */
  readonly within: readonly string[]
  remove(): void
}

/** Of haproxy, which is who calls the second machine. */
const HAPROXY_PART = 10
const HOST_PARTS = [9, HAPROXY_PART, 21, 31, 32, 41]
const SECOND_PART = 22
const NETS = 250

/** Throws Error with the words of `ip` where the system does not allow it; nothing is left then. */
export function makeSecondNetwork(): SecondNetwork {
  const id = process.pid
  const base = `10.231.${id % NETS}.`
  const [name, line, peer] = [`relay-second-${id}`, `rs${id}`, `rp${id}`]
  const remove = (): void => {
    for (const words of [
      ['link', 'del', line],
      ['netns', 'del', name],
    ])
      attempt(words)
  }
  try {
    ip('netns', 'add', name)
    ip('link', 'add', line, 'type', 'veth', 'peer', 'name', peer)
    ip('link', 'set', peer, 'netns', name)
    // Each alone: whoever connects to one of them comes from that one, which the engines let in.
    for (const part of HOST_PARTS) ip('addr', 'add', `${base}${part}/32`, 'dev', line)
    ip('link', 'set', line, 'up')
    ip('route', 'add', `${base}${SECOND_PART}/32`, 'dev', line, 'src', `${base}${HAPROXY_PART}`)
    for (const words of [
      ['link', 'set', 'lo', 'up'],
      ['addr', 'add', `${base}${SECOND_PART}/24`, 'dev', peer],
      ['link', 'set', peer, 'up'],
    ])
      ip('-netns', name, ...words)
  } catch (error) {
    remove()
    throw error
  }
  return { base, within: ['ip', 'netns', 'exec', name], remove }
}

/** Null where it can be made; else what is missing, in words. */
export function missingForSecondNetwork(): string | null {
  if (process.getuid?.() !== 0) return 'network namespaces need root'
  return programPath('ip') === null ? 'ip is missing: apt-get install iproute2' : null
}

function attempt(words: readonly string[]): void {
  try {
    ip(...words)
  } catch {
    // It was not there.
  }
}

function ip(...args: readonly string[]): void {
  execFileSync(programPath('ip') ?? 'ip', args, { stdio: 'pipe', timeout: 10_000 })
}
