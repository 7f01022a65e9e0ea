// Two computers in network namespaces: a cable between them (the LAN), and a line from each to the hub, which joins nothing.
//
//   PrinterComputer lan0 ════ lan0 Client          10.77.0.0/16, addresses change
//   PrinterComputer hub0 ════ this computer        198.18.1.0/24
//   Client          hub0 ════ this computer        198.18.2.0/24, and 198.19 on both lines, which never changes: for label programs
//
// 198.18/15 is for benchmarks (RFC 2544): agents connect to private networks only, so labels never take these lines.
import { execFileSync } from 'node:child_process'
import { programPath } from '../../bench/print/programs.ts'

export type ComputerName = 'printer' | 'client'
export const COMPUTERS: readonly ComputerName[] = ['printer', 'client']

export interface Networks {
  /** Starts a program there: in front of it and its arguments. */
  readonly within: (computer: ComputerName) => readonly string[]
  /** Of this computer on the line to that one. */
  readonly hubAddress: (computer: ComputerName) => string
  /** Of that computer, for those who ask it from here. */
  readonly fixedAddress: (computer: ComputerName) => string
  /** Of this computer, on the same line. */
  readonly ownFixedAddress: (computer: ComputerName) => string
  /** The old address is gone before the new one comes, as when a lease ends. Gives the new one. */
  readonly moveLan: (computer: ComputerName) => string
  readonly moveHubLine: (computer: ComputerName) => string
  /** Also what processes left in there lose their network. */
  readonly remove: () => void
}

const NUMBER: Readonly<Record<ComputerName, number>> = { printer: 1, client: 2 }
const PREFIX = 'relay-roaming-'
const MAX_HOST = 250

/** Null where namespaces can be made; else what is missing, in words. */
export function missingForNamespaces(): string | null {
  if (process.platform !== 'linux') return 'network namespaces need Linux'
  if (process.getuid?.() !== 0) return 'network namespaces need root: try it with sudo'
  if (programPath('ip') === null) return 'the program ip is missing (Debian, root: apt-get install iproute2)'
  return null
}

/** Throws the words of `ip` when the system does not allow it; nothing is left then. */
export function makeNetworks(): Networks {
  removeThoseOfTheDead()
  const networks = new Addresses()
  try {
    networks.make()
  } catch (error) {
    networks.remove()
    throw error
  }
  return {
    within: (computer) => ['ip', 'netns', 'exec', nameOf(computer)],
    hubAddress: (computer) => `198.18.${NUMBER[computer]}.1`,
    fixedAddress: (computer) => `198.19.${NUMBER[computer]}.2`,
    ownFixedAddress: (computer) => `198.19.${NUMBER[computer]}.1`,
    moveLan: (computer) => networks.move(computer, 'lan0'),
    moveHubLine: (computer) => networks.move(computer, 'hub0'),
    remove: () => networks.remove(),
  }
}

type Line = 'lan0' | 'hub0'

class Addresses {
  /** Host part of the present address. */
  readonly #hosts = new Map<string, number>()

  make(): void {
    for (const computer of COMPUTERS) ip('netns', 'add', nameOf(computer))
    ip(...cable({ name: 'lan0', in: nameOf('printer') }, { name: 'lan0', in: nameOf('client') }))
    for (const computer of COMPUTERS) {
      const ours = lineOf(computer)
      ip('link', 'add', ours, 'type', 'veth', 'peer', 'name', 'hub0', 'netns', nameOf(computer))
      for (const network of ['198.18', '198.19'])
        ip('addr', 'add', `${network}.${NUMBER[computer]}.1/24`, 'dev', ours)
      ip('link', 'set', ours, 'up')
      for (const line of ['lo', 'lan0', 'hub0']) inside(computer, 'link', 'set', line, 'up')
      this.move(computer, 'lan0')
      this.move(computer, 'hub0')
      inside(computer, 'addr', 'add', `198.19.${NUMBER[computer]}.2/24`, 'dev', 'hub0')
    }
  }

  move(computer: ComputerName, line: Line): string {
    const key = `${computer} ${line}`
    const before = this.#hosts.get(key)
    const host = before === undefined || before === MAX_HOST ? 2 : before + 1
    this.#hosts.set(key, host)
    if (before !== undefined) inside(computer, 'addr', 'del', placeOf(computer, line, before), 'dev', line)
    inside(computer, 'addr', 'add', placeOf(computer, line, host), 'dev', line)
    return placeOf(computer, line, host)
  }

  remove(): void {
    // The system takes the line away with its namespace, but not at once: the next run would find it in its way.
    for (const computer of COMPUTERS) tryIp('link', 'del', lineOf(computer))
    for (const computer of COMPUTERS) tryIp('netns', 'del', nameOf(computer))
  }
}

function placeOf(computer: ComputerName, line: Line, host: number): string {
  return line === 'lan0' ? `10.77.${NUMBER[computer]}.${host}/16` : `198.18.${NUMBER[computer]}.${host}/24`
}

/** The hub's end of a computer's line. */
const lineOf = (computer: ComputerName): string => `rr${NUMBER[computer]}-${process.pid}`

const nameOf = (computer: ComputerName): string => `${PREFIX}${process.pid}-${computer}`

interface CableEnd {
  readonly name: string
  readonly in: string
}

function cable(one: CableEnd, other: CableEnd): string[] {
  const peer = ['peer', 'name', other.name, 'netns', other.in]
  return ['link', 'add', one.name, 'netns', one.in, 'type', 'veth', ...peer]
}

/** Somebody ended a run with `kill -9`. */
function removeThoseOfTheDead(): void {
  for (const line of ip('netns', 'list').split('\n')) {
    const [name = ''] = line.split(' ')
    const pid = Number(/^relay-roaming-(\d+)-/.exec(name)?.[1] ?? Number.NaN)
    if (name.startsWith(PREFIX) && !isAlive(pid)) tryIp('netns', 'del', name)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function inside(computer: ComputerName, ...args: string[]): void {
  ip('-netns', nameOf(computer), ...args)
}

function ip(...args: string[]): string {
  return execFileSync(programPath('ip') ?? 'ip', args, { encoding: 'utf8', timeout: 10_000 })
}

function tryIp(...args: string[]): void {
  try {
    execFileSync(programPath('ip') ?? 'ip', args, { stdio: 'ignore', timeout: 10_000 })
  } catch {
    // It is not there.
  }
}
