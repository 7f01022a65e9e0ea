// A network of the canary's own, in which the way between two computers can be closed. Linux, as root.
//
// The demo's computers have loopback addresses, between which nothing stands that could be unplugged. In a network
// namespace of its own a routing rule does it, and touches nobody else on this computer.
import { spawnSync } from 'node:child_process'

const INSIDE = 'Canary__OwnNetwork'

export interface ClosableLan {
  /** Nothing reaches that port any more, over connections that stand neither. */
  close(host: string, port: number): void
  open(): void
}

/** Runs this program again in a network of its own; its exit code, or null when it is there already or cannot be. */
export function exitCodeOfOwnNetwork(): number | null {
  if (process.env[INSIDE] !== undefined || process.platform !== 'linux' || process.getuid?.() !== 0)
    return null
  // Root in a container may not make networks.
  if (spawnSync('unshare', ['--net', 'ip', 'rule']).status !== 0) return null
  const runner = ['scripts/run.cjs', ...process.argv.slice(1)]
  const { status } = spawnSync('unshare', ['--net', process.execPath, ...runner], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: '1' },
  })
  return status ?? 1
}

/** Null outside a network of its own. */
export function closableLan(): ClosableLan | null {
  return process.env[INSIDE] === undefined ? null : closableHere()
}

/** In the network of this process, which must be nobody else's. */
export function closableHere(): ClosableLan {
  ip('link', 'set', 'lo', 'up')
  // Rules are asked in their order; addresses of this computer are looked up by the very first.
  ip('rule', 'add', 'pref', '10', 'lookup', 'local')
  ip('rule', 'del', 'pref', '0')
  return {
    close: (host, port) =>
      ip('rule', 'add', 'pref', '5', 'to', host, 'ipproto', 'tcp', 'dport', String(port), 'prohibit'),
    open: () => ip('rule', 'del', 'pref', '5'),
  }
}

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`)
}
