// What the settings of ufw say of a port, which is the firewall that Linux desktops bring along. A hint, never a proof:
// other programs set rules as well, and a Client that came through proves more.
import { readFile } from 'node:fs/promises'
import type { FirewallFound } from './doctor-facts.ts'

/** Readable by all; the rules only by root. Null: there is none, or it cannot be read. */
export interface UfwFiles {
  readonly config: string | null
  readonly defaults: string | null
  readonly rules: string | null
}

const FILES = {
  config: '/etc/ufw/ufw.conf',
  defaults: '/etc/default/ufw',
  rules: '/etc/ufw/user.rules',
} as const

export async function readFirewall(platform: NodeJS.Platform, port: number): Promise<FirewallFound> {
  if (platform !== 'linux') return 'unknown'
  const [config, defaults, rules] = await Promise.all(
    [FILES.config, FILES.defaults, FILES.rules].map(async (file) => readFile(file, 'utf8').catch(() => null)),
  )
  return firewallOf({ config: config ?? null, defaults: defaults ?? null, rules: rules ?? null }, port)
}

/** A rule that names no port, or an application, is not judged. */
export function firewallOf({ config, defaults, rules }: UfwFiles, port: number): FirewallFound {
  if (config === null) return 'unknown'
  if (!/^ENABLED=yes/m.test(config)) return 'off'
  if (defaults !== null && /^DEFAULT_INPUT_POLICY="?ACCEPT/m.test(defaults)) return 'allows'
  if (rules === null) return 'unknown'
  const accepts = rules
    .split('\n')
    .filter((rule) => /^-A ufw-user-input .*-j (?:ufw-user-limit-)?accept/i.test(rule))
  if (accepts.some((rule) => portsOf(rule).includes(port))) return 'allows'
  return accepts.some((rule) => !/--dports? /.test(rule)) ? 'unknown' : 'blocks'
}

function portsOf(rule: string): number[] {
  if (/-p udp/.test(rule)) return []
  const list = /--dports? (\S+)/.exec(rule)?.[1] ?? ''
  return list.split(',').flatMap((one) => {
    const [first = Number.NaN, last = first] = one.split(':').map(Number)
    return Number.isNaN(first) ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
